import type { Deviation } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'

const overridesKey = 'pipeline.jobvertex-parallelism-overrides'

const deployedText = ({ given }: GoldenVector): string => {
  const spec = given['lastReconciledSpec'] as { readonly flinkConfiguration?: Readonly<Record<string, string>> } | undefined
  return spec?.flinkConfiguration?.[overridesKey] ?? ''
}

const memoryOf = ({ given }: GoldenVector): string => {
  const { spec } = given['resource'] as { readonly spec: { readonly taskManager?: { readonly resource?: { readonly memory?: string } } } }
  return spec.taskManager?.resource?.memory ?? ''
}

export const autoscalerDecisionDeviations: readonly Deviation[] = [
  {
    id: 'A-17',
    family: 'autoscaler-execute',
    vectors: 'the status of the cluster autoscaler is in a layout that the reference does not read',
    when: ({ given, expect }) => given['cluster'] !== undefined && expect['message'] === 'Cluster size could not be determined',
    excuses: [{ field: 'throws', want: 'java.lang.RuntimeException', got: null }],
    reason: 'Each layout is read; what it does not say are no future nodes. The decision does not fail.',
    test: 'A-17 each layout of the status is read, and what can not be read are no future nodes',
  },
  {
    id: 'A-deployed',
    family: 'autoscaler-memory',
    vectors: 'the parallelism overrides of the deployed spec do not parse',
    when: vector => vector.given['what'] === 'apply-parallelism' && deployedText(vector).includes("'"),
    excuses: [{ field: 'throws', want: 'java.lang.IllegalArgumentException', got: null }],
    reason: 'A text that can not be read is another one than that of the overrides: they are applied, instead of a failure in each round.',
    test: 'A-deployed overrides of the deployed spec that can not be read are another map',
  },
  {
    id: 'A-fraction',
    family: 'autoscaler-memory',
    vectors: "the memory of the TaskManager's resource is a fraction (1.5g)",
    when: vector => vector.given['what'] === 'apply-memory' && memoryOf(vector).includes('.'),
    excuses: [{ field: 'throws', got: null }],
    reason: 'A fraction is an amount like any other, instead of an error in each round.',
    test: 'A-fraction an amount with a fraction is scaled like any other',
  },
]

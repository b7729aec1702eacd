import { flinkDeployment } from '../../packages/core/src/crd/flink-deployment.ts'
import { configurationPolicy } from '../../packages/core/src/spec/diff/spec-diff.ts'
import type { FieldPolicy, PolicyTable } from '../../packages/core/src/spec/diff/field-policy.ts'
import { flinkDeploymentPolicy } from '../../packages/core/src/spec/diff/spec-policy.ts'
import { defaultText, linesBelow, typeText } from './field-lines.ts'
import { code, table } from './markdown.ts'

interface Effect {
  readonly native: string
  readonly standalone: string
}

const effectOf = (policies: PolicyTable, path: readonly string[]): Effect | null => {
  const [name = '', ...rest] = path
  const policy: FieldPolicy | undefined = policies[name.replace('[]', '')]
  if (policy === undefined) return null
  switch (policy._tag) {
    case 'Whole':
      return policy.change
    case 'FieldWise':
      return rest.length === 0 ? { native: 'field by field', standalone: 'field by field' } : effectOf(policy.fields, rest)
    case 'Configuration':
      return { native: 'key by key', standalone: 'key by key' }
  }
}

const effectCells = (path: string): readonly string[] => {
  const effect = effectOf(flinkDeploymentPolicy, path.split('.'))
  return [effect?.native ?? '', effect?.standalone ?? '']
}

const specTable = (): string =>
  table(
    ['field', 'type', 'default', 'native', 'standalone', 'meaning'],
    linesBelow('', flinkDeployment.spec).map((
      { path, field },
    ) => [code(path), typeText(field.type), defaultText(field), ...effectCells(path), field.doc]),
  )

const configurationTable = (): string =>
  table(['key begins with', 'mode', 'change'], [
    ...configurationPolicy.map(({ prefix, mode, change }) => [code(prefix), mode ?? 'both', change]),
    ['anything else', 'both', 'UPGRADE'],
  ])

const effects = `What a change of a field does to a running job, in native and in standalone mode:

| change | what happens |
| --- | --- |
| IGNORE | the job is left alone; the new spec is in force where it matters (\`observedGeneration\` follows) |
| SCALE | the running job is scaled in place where that is possible, else as UPGRADE |
| UPGRADE | the job is stopped as \`job.upgradeMode\` says and started with the new spec |
| SAVEPOINT_REDEPLOY | the job is taken away without keeping its state and started from \`job.initialSavepointPath\` |

The most severe change of an edit counts. Two edits of type UPGRADE are done without a restart where they stand alone: \`ingress\` is applied by itself, and \`job.parallelism\` or
\`taskManager.replicas\` of a native cluster are put to the running job where \`jobmanager.scheduler\` is \`Adaptive\` ([scaling](../concepts/modes-and-scaling.md#scaling)).
A nonce that is taken away asks for nothing.`

/** The spec of a FlinkDeployment, with what a change of each field does. */
export const flinkDeploymentSpec = (): readonly string[] => [
  '## What a change does',
  effects,
  '## spec',
  specTable(),
  '## Keys of flinkConfiguration',
  'The first line that fits counts.',
  configurationTable(),
]

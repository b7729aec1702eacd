/** A right that the operator needs and that no story is sure to use, or none that the log could show. */
export interface RightWithoutStory {
  /** One verb of one resource: `apps/deployments delete`. */
  readonly right: string
  readonly why: string
  /** The test that uses it instead. */
  readonly test: string
}

const guarded = (resource: string, made: string): RightWithoutStory => ({
  right: `${resource}/finalizers update`,
  why: `owner of ${made}; asked by the API server itself, where OwnerReferencesPermissionEnforcement is on, and so in no log`,
  // whose cluster has that plugin: without the right the writes of each story are refused
  test: '.ci/run',
})

const lostAnswer = (resource: string): RightWithoutStory => ({
  right: `${resource} get`,
  why: 'what is there already when it is to be created: is it of a creation whose answer was lost?',
  test: 'packages/k8s-adapter/src/effect/effect.test.ts',
})

export const rightsWithoutStory: readonly RightWithoutStory[] = [
  guarded('flink.apache.org/flinkdeployments', 'the objects of its cluster'),
  guarded('flink.apache.org/flinkbluegreendeployments', 'both colours and the ingress'),
  guarded('flink.k8s.io/flinkapplications', 'the objects of its clusters'),
  guarded('apps/deployments', 'ConfigMaps and Services of its cluster'),
  lostAnswer('configmaps'),
  lostAnswer('services'),
]

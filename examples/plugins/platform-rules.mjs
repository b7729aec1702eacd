// Rules of a platform's own, for the operator and its admission webhook. Loaded by
//   FLINK_OPERATOR_PLUGINS=/plugins/platform-rules.mjs
// or by the option kubernetes.operator.plugins.modules; what stands below kubernetes.operator.plugins.options. is handed to the function.
// The types are those of @flink-operator/core: OperatorPlugin, PluginRequest, PluginNews.

/** @type {(options: Readonly<Record<string, string>>) => import('@flink-operator/core').OperatorPlugin} */
export default ({ registry = 'registry.example/', 'cost-centre': costCentre = '' }) => ({
  name: 'platform-rules',

  // The same input has to give the same answer, and its own answer itself: what is set already is left as it is.
  mutate: ({ kind, resource }) => {
    if (kind !== 'FlinkDeployment' || costCentre === '') return resource
    const { flinkConfiguration = {} } = resource.spec
    const key = 'kubernetes.jobmanager.labels'
    return { ...resource, spec: { ...resource.spec, flinkConfiguration: { [key]: `cost-centre:${costCentre}`, ...flinkConfiguration } } }
  },

  validate: ({ kind, resource }) => {
    const image = kind === 'FlinkDeployment' ? resource.spec.image : undefined
    return typeof image !== 'string' || image.startsWith(registry) ? []
      : [{ severity: 'Error', field: 'spec.image', message: `${image} is not of ${registry}: images come from there alone` }]
  },

  listen: news => {
    if (news._tag === 'EventSent' && news.type === 'Warning')
      console.error(`${news.kind} ${news.namespace}/${news.name}: ${news.reason}: ${news.message}`)
  },
})

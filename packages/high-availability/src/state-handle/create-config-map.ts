import { answer, type Operation, refuse } from './operation.ts'

/**
 * Creates the ConfigMap of a job: the first process that opens its checkpoint store or counter does. Labels as in Flink: `type:
 * flink-native-kubernetes`, `app: CLUSTER`, and up to 1.20 `configmap-type: high-availability`.
 */
export const createConfigMap = (
  name: string,
  labels: Readonly<Record<string, string>>,
): Operation<{ readonly created: boolean }> => ({
  name: `create ConfigMap ${name}`,
  configMap: name,
  storesFile: false,
  plan: configMap => {
    if (configMap === null) return { _tag: 'Create', labels, result: { created: true } }
    return configMap.deleting ? refuse('NotFound', `ConfigMap ${name} is being deleted`) : answer({ created: false })
  },
})

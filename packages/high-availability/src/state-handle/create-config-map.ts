import { answer, type Operation, refuse } from './operation.ts'

/**
 * The ConfigMap of a job is made by whoever first opens its checkpoint store or counter. Labels as Flink has them: `type:
 * flink-native-kubernetes`, `app: CLUSTER`, and `configmap-type: high-availability` up to 1.20.
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

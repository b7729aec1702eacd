export const packageName = '@flink-operator/k8s-adapter'

export const packageName = '@flink-operator/core'

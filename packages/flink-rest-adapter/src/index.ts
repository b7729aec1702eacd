export const packageName = '@flink-operator/flink-rest-adapter'

/**
 * Kinds whose resources may name a savepoint, beside FlinkDeployments and FlinkSessionJobs, whose status and spec are read part by part
 * (`NamingJob`). FlinkStateSnapshots: those of any job of the namespace, and those of no job.
 */
export const namingKinds = [
  { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkStateSnapshot' },
  { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkBlueGreenDeployment' },
  { apiVersion: 'flink.k8s.io/v1beta1', kind: 'FlinkApplication' },
] as const

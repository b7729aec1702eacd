import type { JobSpec, UpgradeMode } from '../../contract/resource/flink-deployment-spec.ts'

/** The spec with another upgrade mode. */
export const withMode = <Spec, Configured extends { readonly job: JobSpec; readonly spec: Spec }>(
  target: Configured,
  upgradeMode: UpgradeMode,
): Configured => {
  const job = { ...target.job, upgradeMode }
  return { ...target, job, spec: { ...target.spec, job } }
}

import type { FlinkDeploymentSpec } from '../../src/resource/flink-deployment-spec.ts'
import type { Asked, World } from '../world/world.ts'

/** What a spec asks for, should it be valid. */
export const askedBy = (spec: FlinkDeploymentSpec | null): Asked => {
  const { upgradeMode, savepointRedeployNonce: nonce, initialSavepointPath: path } = spec?.job ?? { upgradeMode: null, savepointRedeployNonce: null, initialSavepointPath: null }
  return { stateless: upgradeMode === 'stateless', redeploy: nonce === null || path === null ? null : { nonce: String(nonce), path } }
}

/** An operator has read the spec that is there now, and found it valid. */
export const heard = (world: World, spec: FlinkDeploymentSpec): World => {
  const { ghost: { asked }, resource } = world
  if (resource?.spec !== spec) return world
  const next = askedBy(spec)
  return asked !== null && asked.stateless === next.stateless && asked.redeploy?.nonce === next.redeploy?.nonce && asked.redeploy?.path === next.redeploy?.path
    ? world : { ...world, ghost: { ...world.ghost, asked: next } }
}

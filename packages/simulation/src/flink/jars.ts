import type { DeleteJar, UploadJar } from '@flink-operator/core/action'
import type { JarView } from '@flink-operator/core/fact'
import { done, type Performed } from '../kubernetes/answer.ts'
import { uidOf, type World } from '../world/world.ts'
import { changePod } from './end-job.ts'
import type { JobManagerProcess, UploadedJar } from './job-manager-process.ts'
import { reachable, unreachable } from './rest-effects.ts'

/** `POST /jars/upload`: uploading the same name twice creates two jars. They are lost with the process. */
export const uploadJar = (world: World, { endpoint, name }: UploadJar): Performed => {
  const pod = reachable(world, endpoint)
  if (pod === null) return unreachable(world)
  const jar: UploadedJar = { id: `${uidOf(world.serial)}_${name}`, name, uploaded: world.now, owner: world.owner, deleted: false }
  return done(withJars({ ...world, serial: world.serial + 1 }, pod.uid, jars => [...jars, jar]))
}

/** `DELETE /jars/:jarId`: deleting a missing jar succeeds. */
export const deleteJar = (world: World, { endpoint, jarId }: DeleteJar): Performed => {
  const pod = reachable(world, endpoint)
  return pod === null ? unreachable(world)
    : done(withJars(world, pod.uid, jars => jars.map(it => (it.id === jarId ? { ...it, deleted: true } : it))))
}

/** `GET /jars`. */
export const shownJars = ({ jars }: JobManagerProcess): readonly JarView[] =>
  (jars ?? []).filter(({ deleted }) => !deleted).map(({ id, name, uploaded }) => ({ id, name, uploaded }))

const withJars = (world: World, pod: string, change: (jars: readonly UploadedJar[]) => readonly UploadedJar[]): World =>
  changePod(world, pod, it => (it.process === null ? it : { ...it, process: { ...it.process, jars: change(it.process.jars ?? []) } }))

import type { DeleteJar } from '../../src/action/delete-jar.ts'
import type { UploadJar } from '../../src/action/upload-jar.ts'
import type { JarView } from '../../src/fact/flink-rest.ts'
import { done, type Performed } from '../kubernetes/answer.ts'
import { uidOf, type World } from '../world/world.ts'
import { changePod } from './end-job.ts'
import type { JobManagerProcess, UploadedJar } from './job-manager-process.ts'
import { reachable, unreachable } from './rest-effects.ts'

/** `POST /jars/upload`: the same name twice is two jars. They are gone with the process. */
export const uploadJar = (world: World, { endpoint, name }: UploadJar): Performed => {
  const pod = reachable(world, endpoint)
  if (pod === null) return unreachable(world)
  const jar: UploadedJar = { id: `${uidOf(world.serial)}_${name}`, name, uploaded: world.now, owner: world.owner, deleted: false }
  return done(withJars({ ...world, serial: world.serial + 1 }, pod.uid, jars => [...jars, jar]))
}

/** `DELETE /jars/:jarId`: one that is not there is gone. */
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

import { join } from 'node:path'
import { newestSavepoint } from './asked-to-restore.ts'
import { lyftFirstDeploy, lyftGone } from './lyft.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, NotHere, type Stage, type Story } from './story.ts'

type DeleteMode = 'None' | 'Savepoint' | 'ForceCancel'

/** How the job has to end, as Flink was seen to say it last: a job that nobody stopped is lost with its JobManager. */
const ends: Readonly<Record<DeleteMode, readonly string[]>> = {
  None: ['RUNNING', 'SUSPENDED'],
  Savepoint: ['FINISHED'],
  ForceCancel: ['CANCELED'],
}

const nameOf = (mode: DeleteMode): string => mode.toLowerCase()

const savepointOf = (stage: Stage, mode: DeleteMode, since: number): string | null => {
  if (stage.stateFolder === null) throw new NotHere('E2E_HOST_FOLDER is not known: nobody can look for savepoints')
  return newestSavepoint(join(stage.stateFolder, nameOf(mode)), since)
}

/** Deploys it, and takes it away: how its job ends, and whether a savepoint is left, is what the mode says; all objects go. */
const deletedIn = async (
  stage: Stage,
  mode: DeleteMode,
): Promise<Evidence & { readonly savepoint: string | null; readonly seen: number }> => {
  const application = await stage.createLyft({ name: nameOf(mode), spec: { deleteMode: mode } })
  await lyftFirstDeploy(application)
  const { jobId, seen } = await application.checkpointed()
  const since = Date.now()
  const seconds = await lyftGone(application)
  const savepoint = savepointOf(stage, mode, since)
  const end = stage.runs(application.name).find(({ id }) => id === jobId)?.state ?? 'never seen'
  expect(ends[mode].includes(end), `the job was last seen ${end}`)
  expect((savepoint !== null) === (mode === 'Savepoint'), `savepoint ${savepoint ?? 'none'}`)
  return { text: `gone after ${seconds.toFixed(1)} s; job last seen ${end}, savepoint: ${savepoint ?? 'none'}`, savepoint, seen }
}

/** A FlinkApplication deleted in each of its modes. */
export const lyftDelete: Story = {
  name: 'lyft-delete',
  short: [],
  tell: async stage => {
    await stage.operate()
    await stage.step('deleteMode None: nobody touches the job', () => deletedIn(stage, 'None'), { independent: true })
    await stage.step('deleteMode ForceCancel: cancelled, no savepoint', () => deletedIn(stage, 'ForceCancel'), { independent: true })
    let left!: { readonly savepoint: string | null; readonly seen: number }
    await stage.step('deleteMode Savepoint: stopped with a savepoint', async () => {
      const deleted = await deletedIn(stage, 'Savepoint')
      left = deleted
      return deleted
    })
    await stage.step('another one begins with that savepoint', async () => {
      const application = await stage.createLyft({
        name: 'again',
        spec: { savepointPath: `file:///data/${stage.namespace}/savepoint/savepoints/${left.savepoint ?? ''}` },
      })
      const { text } = await lyftFirstDeploy(application)
      const carried = await proveCarried(application, { seen: left.seen, restored: null, completed: null, restoredFrom: null }, {
        by: 'savepoint',
      })
      await lyftGone(application)
      return { text: `${text}; ${carried}` }
    })
  },
}

import { initialApplicationStatus, type FlinkApplicationStatus, flinkApplicationType } from '@flink-operator/lyft'
import type { Edit } from '../../checker/move.ts'
import type { SmallWorld } from '../../checker/small-world.ts'
import { resourcesOf } from '../../world/resources.ts'
import { combined, noFault } from './application-worlds.ts'
import { ofSpec, three, two } from './application-edits.ts'

/**
 * Statuses in which one field contradicts the rest of the world: an early record that is restored on a running application; a spec
 * whose high availability differs from the running cluster's (A03 to A05, A07).
 */

const { kind } = flinkApplicationType

type Change = (status: FlinkApplicationStatus) => FlinkApplicationStatus | null

/** Once, at any moment after the status names a live version. */
const putBack = (what: string, change: Change): Edit => ({
  name: `put back ${what}`,
  event: world => {
    const status = resourcesOf(world, kind)[0]?.status as FlinkApplicationStatus | undefined
    const isOver = world.ghost.tampered !== null || status === undefined || status.deployHash === ''
    const next = isOver ? null : change(status)
    return next === null ? null : { _tag: 'TamperBeside', kind, status: next, extent: 'Part', what: `put back ${what}` }
  },
})

const neverStarted: FlinkApplicationStatus['operatorRecord'] = {
  ...initialApplicationStatus.operatorRecord,
  attempts: 1,
  lastState: { _tag: 'NeverStarted' },
}

/** Our own record from before the first job was submitted. */
const firstRecord = putBack('the record of the first minutes', status => ({
  ...status,
  operatorRecord: neverStarted,
}))

/** While a new version is wanted and nothing was done for it: everything that was written before the first deployment. */
const firstStatus = putBack(
  'the status of the first moment',
  ({ phase, operation }) =>
    phase === 'Running' && operation === null ? { ...initialApplicationStatus, operatorRecord: neverStarted } : null,
)

/** While both versions run. */
const phaseOfBefore = putBack('phase Running', status => (status.phase === 'DualRunning' ? { ...status, phase: 'Running' } : null))

export const inZooKeeper = {
  'high-availability': 'zookeeper',
  'high-availability.zookeeper.quorum': 'zookeeper.flink.svc:2181',
  'high-availability.storageDir': 'file:/flink/ha',
}
const jobManager = { name: 'jobmanager', kinds: ['JobManager'], faults: 1, crashes: 0 } as const

export const contradictedWorlds: readonly SmallWorld[] = [
  ...combined('dual', [{ name: 'contradicted/first-record', edits: [two, firstRecord] }], [noFault]),
  ...combined('dual', [{
    name: 'contradicted/ha-off',
    edits: [ofSpec('image two, without high availability', { image: 'two', flinkConfig: {} })],
    spec: { flinkConfig: inZooKeeper, fallbackWithoutState: true },
  }], [jobManager]),
  ...combined('blue-green', [{ name: 'contradicted/first-status', edits: [two, firstStatus] }], [noFault]),
  ...combined('blue-green', [{ name: 'contradicted/phase', edits: [two, phaseOfBefore, three] }], [noFault]),
]

import { noAnswer, type Performed, refused } from '../../kubernetes/answer.ts'
import { type SnapshotAction, writeStateSnapshot } from '../../kubernetes/state-snapshots.ts'
import { type Outcome, perform } from '../../world/perform.ts'
import type { World } from '../../world/world.ts'

/** A patch of the snapshot's own labels comes there, too, but is no write that the round goes on from. */
const isOfResource = ({ _tag }: SnapshotAction): boolean =>
  _tag === 'PersistStatus' || _tag === 'AddFinalizer' || _tag === 'RemoveFinalizer' || _tag === 'PatchObject'

/** Does one effect of a round of this FlinkStateSnapshot. What it does elsewhere, at Flink, is as in any other round. */
export const performOnSnapshot = (
  world: World,
  name: string,
  action: SnapshotAction,
  version: string,
  outcome: Outcome,
): Performed => {
  if (!isOfResource(action)) return perform(world, action as Parameters<typeof perform>[1], version, outcome)
  switch (outcome) {
    case 'Refused':
      return refused(world, 'Unavailable', 'the server is currently unable to handle the request')
    case 'Conflict':
      return refused(world, 'Conflict', 'the object has been modified')
    case 'Lost':
      return noAnswer(writeStateSnapshot(world, name, action, version).world, 'the answer was lost')
    default:
      return writeStateSnapshot(world, name, action, version)
  }
}

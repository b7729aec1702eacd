import type { Millis } from '@flink-operator/core'
import type { World, WorldEvent } from '@flink-operator/simulation'
import type { ClusterSettings } from './cluster-settings.ts'

/** How long an event takes in an idle cluster; null: it does not happen here by itself. */
export const eventDelay = (world: World, event: WorldEvent, settings: ClusterSettings | null): Millis | null => {
  switch (event._tag) {
    case 'StartPod':
      return 1_500
    case 'AdvanceProcess':
      return advanceDelay(world, event.pod, settings)
    case 'RunJob':
      return 1_500
    case 'CompleteCheckpoint':
      return settings?.checkpointInterval ?? null
    case 'CompleteOperation':
      // a stop whose savepoint /checkpoints does not show, as observed on Kubernetes (live finding L2)
      return event.end === (isStop(world, event.triggerId) ? 'Unlisted' : 'Listed') ? 3_000 : null
    case 'FinishCancelling':
      return 500
    case 'CleanUpJob':
      return 200
    case 'In':
    case 'Of':
    case 'MakePod':
    case 'ScaleDown':
    case 'AdjustTaskManagers':
    case 'Process':
    case 'DropCheckpoint':
    case 'EndPod':
    case 'FinishDeletion':
    case 'CollectGarbage':
    case 'CollectDependents':
    case 'PassTime':
    case 'Play':
    case 'ArriveLate':
    case 'CrashJobManager':
    case 'LosePod':
    case 'LoseLeadership':
    case 'FailJob':
    case 'BeginCheckpoint':
    case 'FinishJob':
    case 'OperatorAway':
    case 'CancelFromOutside':
    case 'AskFlink':
    case 'ScaleByHand':
    case 'LoseDeployment':
    case 'RemakeDeployment':
    case 'LoseHaMetadata':
    case 'SpoilPointers':
    case 'CutOff':
    case 'SessionOver':
    case 'TouchResource':
    case 'TakeOver':
    case 'Tamper':
    case 'Appear':
    case 'LoseService':
    case 'EditSpec':
    case 'Annotate':
    case 'DeleteResource':
    case 'RemoveForeignObjects':
    case 'MendStatus':
    case 'CreateBeside':
    case 'EditBeside':
    case 'DeleteBeside':
    case 'TamperBeside':
    case 'BackUpBeside':
    case 'ChangeLoad':
    case 'TamperState':
      return null
  }
}

/** A JobManager's JVM starts; with high availability it is elected; 2.x shows an empty job list for a while. */
const advanceDelay = (world: World, uid: string, settings: ClusterSettings | null): Millis | null => {
  switch (world.pods.find(pod => pod.uid === uid)?.process?.phase) {
    case 'Starting':
      return 4_000
    case 'Electing':
      return 1_500
    case 'Empty':
      return settings?.isVersion2 === true ? 1_200 : 100
    case 'Listing':
    case 'NothingToRun':
    case undefined:
      return null
  }
}

const isStop = (world: World, triggerId: string): boolean =>
  world.pods.some(({ process }) => process?.operations.some(it => it.triggerId === triggerId && it.kind === 'Stop') ?? false)

/** The same event in another phase of the process counts as another one. */
export const eventKey = (world: World, event: WorldEvent): string => {
  const phase = event._tag === 'AdvanceProcess' ? world.pods.find(pod => pod.uid === event.pod)?.process?.phase ?? '' : ''
  const restarts = 'pod' in event ? world.pods.find(pod => pod.uid === event.pod)?.restartCount ?? 0 : 0
  return `${JSON.stringify(event)} ${phase} ${restarts}`
}

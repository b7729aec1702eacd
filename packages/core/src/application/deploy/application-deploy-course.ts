import type { DeployCourse } from '../../cluster/deploy/deploy-course.ts'
import { again } from '../../cluster/deploy/attempt-outdated.ts'
import { namesInputOf } from '../../cluster/deploy/needed-names.ts'
import { haMetadataOf } from '../../cluster/high-availability/ha-config-maps.ts'
import { metadataSeen } from '../../cluster/high-availability/ha-sight.ts'
import { unrenderable } from '../../cluster/manifest/renderable.ts'
import { stateUnderDeploy } from '../../resource/last-state.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { withJob, withRecord } from '../../round/status-change.ts'
import { sparingUnknownCluster } from '../record/unknown-cluster.ts'
import type { Round } from '../application-round.ts'
import { untilCleanedUp } from '../seen/ended-by-flink.ts'
import { haSight } from '../seen/application-ha-seen.ts'
import { events } from '../told/application-events.ts'
import { stateBefore } from '../../job/record/restore-source-of.ts'
import { clearHaMetadata, seeingWhatItLeft, sparingUnknownState } from './clear-ha-metadata.ts'
import { finishDeploy } from './finish-deploy.ts'
import { stateOfOthers } from './state-of-others.ts'

/** What a job brings to the deploy of its cluster: its state, which is neither lost nor restored from twice. */
export const deployCourse = (round: Round, operation: DeployOperation): DeployCourse => {
  const { desired: { meta, mode, attempt }, observed: { facts } } = round
  const sight = haSight(round)
  const inConfigMaps = haMetadataOf(facts.configMaps, meta.name, operation.jobId)
  const haMetadata = sight.place._tag === 'ZooKeeper' && inConfigMaps !== 'Available' ? metadataSeen(sight, operation.jobId) : inConfigMaps
  const isHaMetadataThere = haMetadata === 'Available'
  const isFromHaMetadata = operation.source._tag === 'LastState'
  return {
    spared: () => sparingUnknownCluster(round, operation) ?? sparingUnknownState(round, operation),
    leftAlone: () => {
      const unrendered = stillRuns(round, operation) && attempt !== null ? unrenderable(meta, mode, attempt.target) : null
      return unrendered === null ? null
        : again(
          round,
          { stateBefore: stateBefore(operation) },
          "the unhealthy job is left alone: its cluster can't be rendered any more",
        )
    },
    isEditHeld: false,
    isOver: meta.deletionTimestamp !== null,
    // an unhealthy job still runs when its cluster begins to go. From then on it can't be stopped with a savepoint, nor be lost by itself
    isPastPointOfNoReturn: operation.purpose === 'RestartUnhealthy' && !stillRuns(round, operation),
    // where it is not looked at yet, that is done before the first create
    isStateThere: !isFromHaMetadata || isHaMetadataThere || (sight.place._tag === 'ZooKeeper' && haMetadata !== 'NotAvailable'),
    cleanUp: untilCleanedUp(round),
    obstacles: attempt === null ? [] : stateOfOthers(round, namesInputOf(round, attempt.target)),
    beforeCreate: () => clearHaMetadata(round, operation),
    // what the job was left with is not known from here on
    whenCreated: status => withJob(withRecord(status, { lastState: stateUnderDeploy }), { jobId: operation.jobId }),
    announce: [events.submit],
    beforeGivenUp: () => (isFromHaMetadata ? null : seeingWhatItLeft(round, operation)),
    // its job has left HA metadata, or could have left some where no look of ours can tell
    mayHaveRun: !isFromHaMetadata && (isHaMetadataThere || metadataSeen(sight, operation.jobId) === 'Unreadable'),
    finished: () => finishDeploy(round, operation),
    stateBefore: stateBefore(operation),
  }
}

const stillRuns = ({ observed: { facts: { deployment } } }: Pick<Round, 'observed'>, { purpose }: DeployOperation): boolean =>
  purpose === 'RestartUnhealthy' && deployment?._tag === 'Known' && deployment.source === 'live' && !deployment.value.deleting
  && deployment.value.wantedReplicas > 0

import { autoscaler, autoscalerUpgrade } from './autoscaler.ts'
import { autoscalerMemory } from './autoscaler-memory.ts'
import { autoscalerReference } from './autoscaler-reference.ts'
import { autoscalerRoom } from './autoscaler-room.ts'
import { autoscalerTakenOver } from './autoscaler-taken-over.ts'
import { blueGreen } from './blue-green.ts'
import { chart } from './chart.ts'
import { chaosApiServer } from './chaos-api-server.ts'
import { chaosFrozenRest } from './chaos-frozen-rest.ts'
import { chaosKills, chaosKillsSession } from './chaos-kills.ts'
import { chaosKillsLyft } from './chaos-kills-lyft.ts'
import { chaosLeader } from './chaos-leader.ts'
import { chaosPods } from './chaos-pods.ts'
import { chaosReplicas } from './chaos-replicas.ts'
import { chaosShards } from './chaos-shards.ts'
import { chaosTwoOperators } from './chaos-two-operators.ts'
import { crashBlueGreen } from './crash-blue-green.ts'
import { crashCancel, crashLastState, crashSavepoint } from './crash.ts'
import { crashFirstDeploy } from './crash-first-deploy.ts'
import { crashLyft } from './crash-lyft.ts'
import { crashSessionJob } from './crash-session-job.ts'
import { crashSessionLastState, crashSessionSavepoint } from './crash-session-upgrade.ts'
import { examples } from './examples.ts'
import { foreignObjects } from './foreign-objects.ts'
import { foreignService } from './foreign-service.ts'
import { foreignServiceLyft, foreignServiceNative, foreignServiceStandalone } from './foreign-service-of-jobs.ts'
import { haInteroperability } from './ha-interoperability.ts'
import { haJobManagers, haStandalone } from './ha-job-managers.ts'
import { haSession } from './ha-session.ts'
import { haTerminal, haTerminalStandalone } from './ha-terminal.ts'
import { haZooKeeper, haZooKeeperEdits } from './ha-zookeeper.ts'
import { handOver } from './hand-over.ts'
import { installPage } from './install-page.ts'
import { lastStateCancel } from './last-state-cancel.ts'
import { lastStateHa } from './last-state-ha.ts'
import { lateDeployment } from './late-deployment.ts'
import { lyft } from './lyft.ts'
import { lyftBlueGreen } from './lyft-blue-green.ts'
import { lyftDelete } from './lyft-delete.ts'
import { periodicSavepoints } from './periodic-savepoints.ts'
import { poisonedResource } from './poisoned-resource.ts'
import { referenceSnapshot } from './reference-snapshot.ts'
import { rescale } from './rescale.ts'
import { rollbackImage } from './rollback-image.ts'
import { rollbackJob } from './rollback-job.ts'
import { savepoint } from './savepoint.ts'
import { sessionCluster } from './session-cluster.ts'
import { sessionEditedAtOnce, sessionEditedAtOnceNoHa } from './session-edited-at-once.ts'
import { sessionJobs } from './session-jobs.ts'
import { sessionJobsNoHa } from './session-jobs-no-ha.ts'
import { sessionOperations } from './session-operations.ts'
import { snapshotResources } from './snapshot-resources.ts'
import { standalone } from './standalone.ts'
import { stateless } from './stateless.ts'
import type { Story } from './story.ts'
import { tamperedBlueGreen } from './tampered-blue-green.ts'
import { tamperedSessions } from './tampered-sessions.ts'
import { terminalTtl } from './terminal-ttl.ts'
import { waitingEdit } from './waiting-edit.ts'
import { webhook } from './webhook.ts'

/** What comes from outside, at moments that chance chooses. */
const chaos: readonly Story[] = [
  chaosKills,
  chaosKillsSession,
  chaosKillsLyft,
  chaosApiServer,
  chaosFrozenRest,
  chaosPods,
  chaosTwoOperators,
  chaosLeader,
  chaosReplicas,
  chaosShards,
]

export const allStories: readonly Story[] = [
  savepoint,
  lastStateHa,
  lastStateCancel,
  stateless,
  examples,
  rollbackImage,
  rollbackJob,
  periodicSavepoints,
  snapshotResources,
  rescale,
  autoscaler,
  autoscalerUpgrade,
  autoscalerMemory,
  autoscalerRoom,
  autoscalerTakenOver,
  autoscalerReference,
  standalone,
  terminalTtl,
  referenceSnapshot,
  foreignObjects,
  foreignService,
  foreignServiceNative,
  foreignServiceStandalone,
  foreignServiceLyft,
  lateDeployment,
  waitingEdit,
  poisonedResource,
  handOver,
  chart,
  webhook,
  installPage,
  blueGreen,
  lyft,
  lyftBlueGreen,
  lyftDelete,
  sessionCluster,
  sessionJobs,
  sessionJobsNoHa,
  sessionEditedAtOnce,
  sessionEditedAtOnceNoHa,
  sessionOperations,
  tamperedSessions,
  tamperedBlueGreen,
  haJobManagers,
  haStandalone,
  haTerminal,
  haTerminalStandalone,
  haSession,
  haInteroperability,
  haZooKeeper,
  haZooKeeperEdits,
  crashBlueGreen,
  crashSessionJob,
  crashSessionSavepoint,
  crashSessionLastState,
  crashSavepoint,
  crashLastState,
  crashCancel,
  crashFirstDeploy,
  crashLyft,
  ...chaos,
]

/** Names of groups that may be given instead of a story's. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  autoscaling: [
    'autoscaler',
    'autoscaler-upgrade',
    'autoscaler-memory',
    'autoscaler-room',
    'autoscaler-taken-over',
    'autoscaler-reference',
  ],
  boundaries: [
    'crash-savepoint',
    'crash-last-state',
    'crash-cancel',
    'crash-first-deploy',
    'crash-session-job',
    'crash-session-savepoint',
    'crash-session-last-state',
    'crash-blue-green',
    'crash-lyft',
  ],
  chaos: chaos.map(({ name }) => name),
}

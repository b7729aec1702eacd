import type { UpgradeInputs } from '../../../packages/core/src/job-upgrade/upgrade-inputs.ts'

/** A job that runs with HA metadata, and an edit that wants last-state. */
const running: UpgradeInputs = {
  now: 1_000_000, requested: 'last-state', job: 'RUNNING', jobManager: 'READY', jobStartTime: 0, lastState: { _tag: 'None', reason: 'none' }, startedFrom: { _tag: 'None', reason: 'none' }, haMetadata: 'Available', haMetadataIsBare: false,
  haOnInWanted: true, haOnInDeployed: true, versionChanged: false, savepointDirectorySet: true, checkpointsRetainedOnCancel: true,
  lastStateFallbackEnabled: true, jobCancelEnabled: false, maxCheckpointAge: null, checkpointAge: { _tag: 'NotLooked' }, usedMode: 'last-state', jobManagerNeverStarted: false,
}

export const upgradeInputs = (change: Partial<UpgradeInputs>): UpgradeInputs => ({ ...running, ...change })

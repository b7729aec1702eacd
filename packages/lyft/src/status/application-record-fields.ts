import { defaultsOf, lastState, objectOf, boolean, integer, text } from '@flink-operator/core/crd'
import { contradictedState, nothingRecorded } from '@flink-operator/core/resource'
import type { ApplicationRecord, DeployedVersion, GivenUp } from './application-record.ts'

const deployed = objectOf<DeployedVersion>('deployed', {
  hash: { type: text, required: true, doc: 'Hash of the version.' },
  generation: { type: integer, required: true, doc: 'metadata.generation of its spec.' },
  jobId: { type: text, required: true, doc: 'Its job.' },
  savepointPath: { type: text, default: '', doc: 'spec.savepointPath when it was deployed.' },
  colourlessHash: { type: text, default: '', doc: 'Its hash without a colour.' },
  highlyAvailable: { type: boolean, default: null, doc: 'Whether it was deployed with high availability.' },
})

const givenUp = objectOf<GivenUp>('givenUp', {
  hash: { type: text, required: true, doc: 'Hash of the update that was given up.' },
  generation: { type: integer, required: true, doc: 'metadata.generation of its spec.' },
  reason: { type: text, default: '', doc: 'Why it was given up.' },
  at: { type: integer, required: true, doc: 'Epoch milliseconds.' },
})

const fields = {
  attempts: { type: integer, default: 0, doc: 'Number of operations started so far.' },
  lastState: {
    type: lastState,
    default: nothingRecorded,
    unreadable: contradictedState("status.operatorRecord.lastState can't be read"),
    doc: 'The state that the next start of the job restores.',
  },
  deployed: { type: deployed, default: null, doc: 'The live version.' },
  beside: { type: deployed, default: null, doc: 'BlueGreen: the second version, which runs beside the live one.' },
  givenUp: { type: givenUp, default: null, doc: 'The last attempt that was given up.' },
  jobMissedSince: {
    type: integer,
    default: null,
    doc: 'Since when the JobManager has not listed the recorded job, in epoch milliseconds.',
  },
  deletingSince: { type: integer, default: null, doc: 'Since when the deletion waits, in epoch milliseconds.' },
} as const

/** `status.operatorRecord`. Unreadable parts take their initial values; an unreadable last state permits no start. */
export const applicationRecord = objectOf<ApplicationRecord>('applicationRecord', fields, { tolerant: true })
export const noApplicationRecord: ApplicationRecord = defaultsOf<ApplicationRecord>(fields)

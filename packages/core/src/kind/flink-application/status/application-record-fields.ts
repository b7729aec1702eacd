import { defaultsOf } from '../../../codec/field.ts'
import { lastState } from '../../../codec/last-state-fields.ts'
import { objectOf } from '../../../codec/object-type.ts'
import { boolean, integer, text } from '../../../codec/scalar-type.ts'
import { contradictedState, nothingRecorded } from '../../../resource/last-state.ts'
import type { ApplicationRecord, DeployedVersion, GivenUp } from './application-record.ts'

const deployed = objectOf<DeployedVersion>('deployed', {
  hash: { type: text, required: true, doc: 'Hash of the version.' },
  generation: { type: integer, required: true, doc: 'metadata.generation of its spec.' },
  jobId: { type: text, required: true, doc: 'Its job.' },
  savepointPath: { type: text, default: '', doc: 'spec.savepointPath of that time.' },
  colourlessHash: { type: text, default: '', doc: 'Its hash without a colour.' },
  highlyAvailable: { type: boolean, default: null, doc: 'Was it deployed with high availability?' },
})

const givenUp = objectOf<GivenUp>('givenUp', {
  hash: { type: text, required: true, doc: 'Hash that was tried.' },
  generation: { type: integer, required: true, doc: 'metadata.generation of its spec.' },
  reason: { type: text, default: '', doc: 'Why it was given up.' },
  at: { type: integer, required: true, doc: 'Epoch milliseconds.' },
})

const fields = {
  attempts: { type: integer, default: 0, doc: 'Operations begun so far.' },
  lastState: {
    type: lastState,
    default: nothingRecorded,
    unreadable: contradictedState("status.operatorRecord.lastState can't be read"),
    doc: 'What the next start of the job goes on from.',
  },
  deployed: { type: deployed, default: null, doc: 'The version that serves.' },
  beside: { type: deployed, default: null, doc: 'BlueGreen: the version that runs beside it.' },
  givenUp: { type: givenUp, default: null, doc: 'The attempt that was given up last.' },
  jobMissedSince: { type: integer, default: null, doc: 'When the running job was first missed, in epoch milliseconds.' },
  deletingSince: { type: integer, default: null, doc: 'Since when the deletion waits, in epoch milliseconds.' },
} as const

/** `status.operatorRecord`; what can't be read of it takes its initial value, the last state none that permits anything. */
export const applicationRecord = objectOf<ApplicationRecord>('applicationRecord', fields, { tolerant: true })
export const noApplicationRecord: ApplicationRecord = defaultsOf<ApplicationRecord>(fields)

import type { Lock, LockAnswer, LockRequest } from '../src/election/lock.ts'
import { formatRecord, isRecord, parseRecord, type StoredRecord } from '@flink-operator/core/codec'
import type { Breach } from '@flink-operator/simulation'
import type { ElectionState, Message } from './election-state.ts'

/** A state of the lock that was not there before. */
export const stored = (state: ElectionState, recordText: string, record: StoredRecord, addresses: Lock['addresses']): ElectionState => ({
  ...state,
  serial: state.serial + 1,
  before: state.lock,
  lock: {
    version: { uid: state.lock?.version.uid ?? `uid-${String(state.serial)}`, resourceVersion: String(state.serial) },
    deleting: false,
    record,
    recordText,
    addresses,
  },
})

export interface Served {
  readonly state: ElectionState
  readonly answer: LockAnswer
  readonly breaches: readonly Breach[]
}

/** The server compares versions, and does what it is asked or nothing. */
export const served = (state: ElectionState, { identity, request }: Message): Served => {
  const { lock } = state
  switch (request._tag) {
    case 'Read':
      return { state, answer: { _tag: 'Got', lock }, breaches: [] }
    case 'Create':
      return lock === null ? written(state, identity, request, {}) : refused(state, 'AlreadyExists')
    case 'Update': {
      if (lock === null) return refused(state, 'NotFound')
      const { uid, resourceVersion } = lock.version
      return uid === request.over.uid && resourceVersion === request.over.resourceVersion
        ? written(state, identity, request, { ...lock.addresses, ...request.addresses }) : refused(state, 'Conflict')
    }
  }
}

const refused = (state: ElectionState, why: 'AlreadyExists' | 'NotFound' | 'Conflict'): Served => ({
  state,
  answer: { _tag: 'Refused', why, message: why },
  breaches: [],
})

const written = (
  state: ElectionState,
  identity: string,
  request: Exclude<LockRequest, { readonly _tag: 'Read' }>,
  addresses: Readonly<Record<string, string | null>>,
): Served => {
  const recordText = formatRecord(request.record)
  const there = Object.fromEntries(Object.entries(addresses).filter((it): it is [string, string] => it[1] !== null))
  const next = stored(state, recordText, parseRecord(recordText), there)
  return { state: next, answer: { _tag: 'Written', lock: next.lock! }, breaches: breachesOfWrite(state.lock, identity, request) }
}

/** Laws 4 and 6 of kubernetes-ha.md, section 8.2: of one write that landed. */
const breachesOfWrite = (
  before: Lock | null,
  identity: string,
  request: Exclude<LockRequest, { readonly _tag: 'Read' }>,
): readonly Breach[] => {
  const old = before === null || !isRecord(before.record) ? null : before.record
  const { holder, transitions } = request.record
  const found: Breach[] = []
  if (holder !== identity && holder !== '')
    found.push({ property: 'Law 6', what: 'a process writes another one as the holder' })
  if (old !== null) {
    const handsChange = old.holder !== '' && holder !== '' && old.holder !== holder
    if (transitions < old.transitions) found.push({ property: 'Law 4', what: 'transitions decrease' })
    if (handsChange && transitions !== old.transitions + 1)
      found.push({ property: 'Law 4', what: 'a change of hands is not counted as one' })
    if (old.holder === holder && transitions !== old.transitions)
      found.push({ property: 'Law 4', what: 'a renewal counts as a change of hands' })
    const publishes = request._tag === 'Update' && Object.keys(request.addresses).length > 0
    if (publishes && old.holder !== identity)
      found.push({ property: 'Law 6', what: "addresses land though the lock is another's" })
    if (holder === '' && old.holder !== identity) found.push({ property: 'Law 6', what: "a process lets another one's lock go" })
  }
  return found
}

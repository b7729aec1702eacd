import { isRecord, type LeaderElectionRecord } from '@flink-operator/core/codec'
import type { Lock, LockAnswer, LockVersion } from '../src/election/lock.ts'
import { firstSeed, mixFirst, mixSecond, secondSeed } from '@flink-operator/simulation'
import { type ElectionProcess, type ElectionState, nowOf } from './election-state.ts'

/** How far rules look back, and what is the same in all processes. */
interface Scope {
  readonly state: ElectionState
  /** Names of texts, by first appearance. */
  readonly name: (text: string) => number
  readonly version: (it: LockVersion | null) => string
  /** The highest number of transitions that is remembered anywhere: the others count by how many less, up to three. */
  readonly transitions: number
  /** Does anybody's time of day count? */
  readonly byTimeOfDay: boolean
}

const past = (by: number, most: number): number => Math.max(-most, by)
const ahead = (by: number): number => Math.max(0, by)

/**
 * The text by which two states are the same. Moments count by their distance to now, as far as a rule looks; versions by their order;
 * records, sessions and identities by which are the same; transitions by their distance to the highest. Processes that contend alike are
 * told in the order of how they are. `withBefore`: does the state before this one count?
 */
export const electionKey = (state: ElectionState, withBefore: boolean): string => {
  const { processes, messages, contenders } = state
  const versions = ranks(versionsOf(state, withBefore))
  const names = new Map<string, number>()
  const name = (text: string): number => {
    const known = names.get(text)
    if (known !== undefined) return known
    names.set(text, names.size)
    return names.size - 1
  }
  const scope: Scope = {
    state,
    name,
    version: it => (it === null ? '-' : `${versions.get(Number(it.resourceVersion))!}.${name(it.uid)}`),
    transitions: Math.max(...transitionsOf(state)),
    byTimeOfDay: contenders.some(({ settings: { expiry } }) => expiry === 'RenewTime'),
  }
  const order = processes.map((_, n) => n)
  if (contenders.every(it => it === contenders[0])) {
    const signs = processes.map((_, n) => signOf(state, n))
    order.sort((a, b) => (signs[a]! < signs[b]! ? -1 : signs[a]! > signs[b]! ? 1 : 0))
  }
  const parts = [`${state.faults} ${lockText(scope, state.lock)}`]
  if (withBefore) parts.push(lockText(scope, state.before))
  for (const n of order) parts.push(processText(scope, n))
  const sent = messages.map(({ by, identity, request, answer, awaited }) => {
    const wanted = request._tag === 'Read' ? '' : recordText(scope, request.record)
    const over = request._tag === 'Update' ? `${scope.version(request.over)} ${addressesText(scope, request.addresses)}` : ''
    return `${order.indexOf(by)}${awaited ? 'w' : `l${name(identity)}`}${request._tag} ${wanted} ${over} ${answerText(scope, answer)}`
  })
  return [...parts, ...sent.sort()].join('|')
}

/** What is told of a process without names, so that it does not depend on the order. */
const signOf = (state: ElectionState, n: number): string => {
  const { elector: { role, pending }, identity } = state.processes[n]!
  const { steady } = nowOf(state, n)
  const { lock } = state
  const holds = lock !== null && isRecord(lock.record) && lock.record.holder === identity
  const of = role._tag === 'Following'
    ? `${ahead(role.nextTryAt - steady)} ${role.seen === null ? '' : Math.max(-9, role.seen.since - steady)}`
    : role._tag === 'Leading' ? `${role.renewBy.steady - steady} ${role.nextWriteAt - steady}` : ''
  return `${role._tag} ${String(holds)} ${of} ${
    pending === null ? '' : `${pending.purpose} ${Math.max(-9, pending.sentAt.steady - steady)}`
  }`
}

const processText = (scope: Scope, n: number): string => {
  const { state, name, version } = scope
  const { identity, elector: { role, heard, pending }, wakeAt }: ElectionProcess = state.processes[n]!
  const { steady, wall } = nowOf(state, n)
  const { settings: { leaseDuration, renewDeadline }, pause, clocks: { rate } } = state.contenders[n]!
  const waits = pending === null ? ''
    : `${pending.purpose[0]!}${pending.afterRead ? 'r' : ''}${
      pending.purpose === 'Hold' ? past(pending.sentAt.steady - steady, renewDeadline) : ''
    }`
  const common = `${name(identity)} ${version(heard)} ${waits} ${wakeAt <= steady ? 'due' : ''}`
  switch (role._tag) {
    case 'Following': {
      const { seen } = role
      const reported = seen === null ? ''
        : `${name(seen.as)} ${seen.holder === null ? '-' : seen.holder === '' ? '' : name(seen.holder)} ${
          past(seen.since - steady, leaseDuration + 1)
        } ${past(seen.transitions - scope.transitions, 3)} ${seen.leaseDuration}`
      return `F ${common} ${ahead(role.nextTryAt - steady)} ${reported}`
    }
    case 'Leading':
      return `L ${common} ${name(role.session)} ${past(role.renewBy.steady - steady, pause * rate)} ${
        past(role.renewBy.wall - wall, pause * rate)
      } ${ahead(role.nextWriteAt - steady)} ${ahead(role.repairFrom - steady)} ${recordText(scope, role.record)} ${version(role.version)} ${
        addressesText(scope, role.addresses)
      } ${addressesText(scope, role.confirmed)}`
    case 'Stopped':
      return `S ${common} ${role.release ? 'r' : ''} ${
        role.held === null ? '' : `${recordText(scope, role.held.record)} ${version(role.held.version)}`
      }`
  }
}

const recordText = ({ name, state, transitions, byTimeOfDay }: Scope, it: LeaderElectionRecord): string => {
  const holder = it.holder === '' ? '' : String(name(it.holder))
  const renewed = byTimeOfDay ? past(Math.floor(it.renewTime / 1000) - 1_000_000 - state.at, longestLook(state)) : ''
  return `${holder},${past(it.transitions - transitions, 3)},${renewed}`
}

/** Past which a renew time is over for each of them, whatever its clock shows. */
const longestLook = ({ contenders }: ElectionState): number =>
  Math.max(...contenders.map(({ settings: { leaseDuration }, clocks: { offset } }) => leaseDuration + Math.abs(offset))) + 1

const addressesText = ({ name }: Scope, it: Readonly<Record<string, string | null>> | null): string =>
  it === null ? '' : Object.values(it).map(text => (text === null ? '-' : name(text.slice(0, 36)))).join()

const lockText = (scope: Scope, it: Lock | null): string => {
  if (it === null) return '-'
  const { record, version, addresses } = it
  const as = isRecord(record) ? it.recordText : `${version.uid} ${version.resourceVersion}`
  return `${scope.version(version)} ${isRecord(record) ? recordText(scope, record) : record} ${scope.name(as)} ${
    addressesText(scope, addresses)
  }`
}

const answerText = (scope: Scope, it: LockAnswer | null): string =>
  it === null ? ''
    : it._tag === 'Got' || it._tag === 'Written' ? `${it._tag} ${lockText(scope, it.lock)}` : it._tag === 'Refused' ? it.why : it._tag

const locksOf = ({ lock, before, messages }: ElectionState, withBefore: boolean): readonly Lock[] =>
  [
    lock,
    withBefore ? before : null,
    ...messages.map(({ answer }) => (answer?._tag === 'Got' || answer?._tag === 'Written' ? answer.lock : null)),
  ]
    .filter(it => it !== null)

const versionsOf = (state: ElectionState, withBefore: boolean): readonly number[] =>
  [
    ...locksOf(state, withBefore).map(({ version }) => version),
    ...state.processes.flatMap(({ elector: { heard, role } }) => [
      heard,
      role._tag === 'Leading' ? role.version : role._tag === 'Stopped' ? role.held?.version : null,
    ]),
    ...state.messages.map(({ request }) => (request._tag === 'Update' ? request.over : null)),
  ].flatMap(it => (it == null ? [] : [Number(it.resourceVersion)]))

const ranks = (numbers: readonly number[]): ReadonlyMap<number, number> =>
  new Map([...new Set(numbers)].sort((a, b) => a - b).map((it, rank) => [it, rank]))

const transitionsOf = (state: ElectionState): readonly number[] =>
  [
    ...locksOf(state, true).map(({ record }) => record),
    ...state.processes.map(({ elector: { role } }) =>
      role._tag === 'Following' ? role.seen : role._tag === 'Leading' ? role.record : role.held?.record
    ),
    ...state.messages.map(({ request }) => (request._tag === 'Read' ? null : request.record)),
  ].flatMap(it => (it == null || typeof it === 'string' ? [] : [it.transitions]))

/** The two halves of a hash of 64 bits. */
export const hashText = (text: string): readonly [number, number] => {
  let [first, second] = [firstSeed, secondSeed]
  for (let index = 0; index < text.length; index += 1) {
    const word = text.charCodeAt(index)
    first = mixFirst(first, word)
    second = mixSecond(second, word)
  }
  return [first, second]
}

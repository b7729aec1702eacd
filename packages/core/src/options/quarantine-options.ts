import { boolean, duration } from '../flink/configuration/option.ts'
import { startOption } from './operator-option.ts'

const second = 1_000
const minute = 60 * second

/** Options of the quarantine for a resource whose reconcile blocks the operator's process or exhausts its memory. */
export const quarantineOptions = {
  quarantineEnabled: startOption({
    key: 'quarantine.enabled',
    type: boolean,
    default: true,
    doc:
      'A thread watches the event loop. It records a resource whose reconcile blocks the loop or fills the memory, and ends the process. Every process pauses the reconciles of recorded resources. False: no quarantine.',
  }),
  quarantineLoopLimit: startOption({
    key: 'quarantine.loop-limit',
    type: duration,
    default: 2 * second,
    doc:
      'How much CPU time the event loop may spend on one resource without a break before the resource is recorded. Time in which the process does not run does not count. Less than 500 ms counts as 500 ms. Raise it on a very slow machine.',
  }),
  quarantineFirstPause: startOption({
    key: 'quarantine.first-pause',
    type: duration,
    default: minute,
    doc: 'Pause of the reconciles of a resource after its first record. Each further record doubles the pause.',
  }),
  quarantineLongestPause: startOption({
    key: 'quarantine.longest-pause',
    type: duration,
    default: 60 * minute,
    doc: 'Longest pause. The record of a resource expires one hour after the end of its last pause.',
  }),
} as const

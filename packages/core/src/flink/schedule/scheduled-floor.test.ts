import { fc } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { floorAt, scheduledFloor } from './scheduled-floor.ts'
import { timeZoneOf, utc } from './time-zone.ts'

const friday = Date.parse('2026-07-03T17:30:00Z')

describe('smallest parallelism by a schedule', () => {
  test.each<readonly [string, ReturnType<typeof scheduledFloor>]>([
    ['08:00-18:00 = 10', { period: '08:00-18:00', parallelism: 10 }],
    ['* * 18-22 ? * FRI=20', { period: '* * 18-22 ? * FRI', parallelism: 20 }],
    ['08:00-18:00 && * * * ? * MON-FRI = 10', { period: '08:00-18:00 && * * * ? * MON-FRI', parallelism: 10 }],
    ['08:00-18:00', null],
    ['= 10', null],
    ['18:00-08:00 = 10', null],
    ['08:00-18:00 = 0', null],
    ['08:00-18:00 = -1', null],
    ['08:00-18:00 = 32769', null],
    ['08:00-18:00 = 1e3', null],
    ['08:00-18:00 = ١٠', null],
    ['', null],
  ])('%j', (entry, floor) => {
    expect(scheduledFloor(entry)).toEqual(floor)
  })

  test.each<readonly [string, readonly string[], string, number]>([
    ['none holds', ['08:00-09:00 = 3'], 'UTC', 0],
    ['the largest that holds counts', ['17:00-18:00 = 3', '* * * ? * FRI = 9', '00:00-23:00 = 5'], 'UTC', 9],
    ['by the clocks of the zone', ['19:00-20:00 = 4'], 'Europe/Berlin', 4],
    ['and not by those of UTC', ['19:00-20:00 = 4'], 'UTC', 0],
    ['what can not be read holds never', ['x = 4', '17:00-18:00'], 'UTC', 0],
  ])('%s', (_title, entries, zone, floor) => {
    expect(floorAt(entries, friday, timeZoneOf(zone) ?? utc)).toBe(floor)
  })

  test('any text is read, and gives a parallelism that Flink knows', () => {
    fc.assert(fc.property(fc.array(fc.string()), fc.integer(), (entries, now) => {
      const floor = floorAt(entries, now, utc)
      expect(floor >= 0 && floor <= 32_768).toBe(true)
    }))
  })
})

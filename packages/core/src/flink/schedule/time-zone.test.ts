import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excludedAt } from './excluded-period.ts'
import { localTime, offsetAt, timeZoneOf, utc, zoneRules } from './time-zone.ts'

const names = zoneRules.flatMap(it => it.names.split(' '))
/** Their rules changed in 2026, which the database of a machine may not know yet, or differ from year to year. */
const irregular = new Set([
  ...[
    'America/Vancouver',
    'Canada/Pacific',
    'America/Edmonton',
    'America/Yellowknife',
    'Canada/Mountain',
    'Europe/Chisinau',
    'Europe/Tiraspol',
  ],
  ...['Africa/Casablanca', 'Africa/El_Aaiun', 'Asia/Gaza', 'Asia/Hebron'],
])
const known = names.filter(name => !irregular.has(name)).filter(name => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
})

const shownBy = (name: string): (at: number) => number => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return at => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute'], parts['second'])
  }
}

describe('A-3 time zones', () => {
  test('each name shows what the database of this machine says, in the hours around each change and at any other time', () => {
    expect(known.length).toBeGreaterThan(550)
    const formats = new Map(known.map(name => [name, shownBy(name)]))
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.integer({ min: Date.UTC(2027, 0) / 1000, max: Date.UTC(2037, 0) / 1000 }),
        (name, second) => {
          expect([name, localTime(timeZoneOf(name)!, second * 1000)]).toEqual([name, formats.get(name)!(second * 1000)])
        },
      ),
      { numRuns: 3000, seed: 3 },
    )
    const hours = Array.from({ length: 24 * 365 }, (_, hour) => Date.UTC(2027, 0) + hour * 3_600_000)
    for (const name of zoneRules.flatMap(it => (it.other === null ? [] : [it.names.split(' ').find(one => formats.has(one)) ?? '']))) {
      const shown = formats.get(name)
      if (shown === undefined) continue
      const zone = timeZoneOf(name)!
      const changes = hours.filter((at, index) => index > 0 && offsetAt(zone, at) !== offsetAt(zone, at - 3_600_000))
      expect(changes.length).toBe(2)
      for (const at of changes.flatMap(change => [-3_600_000, -1000, 0, 1000, 3_600_000].map(by => change + by)))
        expect([name, at, localTime(zone, at)]).toEqual([name, at, shown(at)])
    }
  })

  test.each([
    ['UTC', 0],
    ['utc', 0],
    ['+02:00', 120],
    ['-0330', -210],
    ['GMT+5', 300],
    ['europe/berlin', 60],
    ['Asia/Kathmandu', 345],
  ])('%s', (name, minutes) => {
    expect(offsetAt(timeZoneOf(name) ?? expect.fail(name), Date.UTC(2026, 0))).toBe(minutes)
  })

  test.each(['', 'Mars/Olympus', '+15:00', '+1:75', 'Europe', 'Europe/Berlin Europe/Paris', '+'])('%j is no time zone', text => {
    expect(timeZoneOf(text)).toBe(null)
  })

  test('an excluded period is one of its zone: summer and winter', () => {
    const berlin = timeZoneOf('Europe/Berlin') ?? utc
    const at = (month: number, hour: number) => excludedAt(['10:00-11:00'], Date.UTC(2026, month, 10, hour, 30), berlin)._tag
    expect([at(0, 9), at(0, 8), at(6, 8), at(6, 9)]).toEqual(['Excluded', 'Free', 'Excluded', 'Free'])
    const cron = (hour: number) => excludedAt(['* * 10 ? * MON'], Date.UTC(2026, 6, 6, hour, 0), berlin)._tag
    expect([cron(8), cron(10)]).toEqual(['Excluded', 'Free'])
  })
})

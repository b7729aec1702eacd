import { mkdirSync, mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from './harness/api.ts'
import { installCrds } from './harness/namespace.ts'
import { operatorBinary } from './harness/operator-binary.ts'
import { playStory } from './harness/stage.ts'
import { playQueue } from './play-queue.ts'
import { countsOf, exitCodeOf, writeResults } from './results.ts'
import { tellRights } from './rights-reported.ts'
import { allStories, groups } from './scenarios/all-stories.ts'
import type { Outcome, Story } from './scenarios/story.ts'
import { type FlinkVersion, readSettings, type Settings } from './settings.ts'

interface Play {
  readonly story: Story
  readonly version: FlinkVersion
}

const dayMillis = 86_400_000

/** Which stories on which versions; a text where a name is none. */
const program = (settings: Settings): readonly Play[] | string => {
  const names = settings.scenarios.flatMap(name => groups[name] ?? [name])
  const unknown = names.find(name => !allStories.some(story => story.name === name))
  if (unknown !== undefined)
    return `there is no scenario ${unknown}: ${[...allStories.map(({ name }) => name), ...Object.keys(groups)].join(', ')}`
  return settings.versions.flatMap(version =>
    allStories
      .filter(({ versions = ['1.20', '2.3'] }) => versions.includes(version))
      .filter(({ name, short }) => (names.length > 0 ? names.includes(name) : !settings.short || short.includes(version)))
      .map(story => ({ story, version }))
  ).filter((_, index) => !settings.halfOfDay || index % 2 === Math.floor(Date.now() / dayMillis) % 2)
}

const print = (outcome: Outcome): void => {
  const mark = { passed: '✓', failed: '✗', 'not run': '–' }[outcome.result]
  const down = outcome.downtime === null ? '' : `, down ${outcome.downtime.toFixed(1)} s`
  console.log(
    `${mark} ${outcome.story} ${outcome.version}  ${outcome.step}  (${outcome.seconds.toFixed(0)} s${down}, load ${
      outcome.load.toFixed(1)
    })  ${outcome.evidence}`,
  )
}

const main = async (): Promise<number> => {
  const settings = readSettings(process.argv.slice(2), process.env, join(import.meta.dirname, '..', 'docs', 'e2e-results.md'))
  if (typeof settings === 'string') {
    console.error(settings)
    return 2
  }
  const plays = program(settings)
  if (typeof plays === 'string') {
    console.error(plays)
    return 2
  }
  const api = connect(settings.kubeconfig)
  const folder = settings.folder ?? mkdtempSync(join(tmpdir(), 'flink-operator-e2e-'))
  mkdirSync(folder, { recursive: true })
  const run = Date.now().toString(36).slice(-5)
  console.log(`${plays.length} stories, logs in ${folder}, load ${loadavg()[0]?.toFixed(1) ?? ''}, --seed ${settings.seed}`)
  await installCrds(api)
  const binary = await operatorBinary(folder, process.env)
  const outcomes: Outcome[] = []
  const reported = (outcome: Outcome): void => {
    outcomes.push(outcome)
    print(outcome)
    // after each step, so that a run that is broken off has told what it knows
    if (settings.output !== null) writeResults(settings.output, outcomes, settings.boundaries === null && !settings.short)
  }
  const queue = playQueue(plays)
  const worker = async (): Promise<void> => {
    for (let play = queue.next(); play !== undefined; play = queue.next()) {
      await playStory({
        settings,
        api,
        binary,
        ...play,
        run,
        folder,
        onOutcome: reported,
      })
      queue.ended(play)
    }
  }
  await Promise.all(Array.from({ length: settings.parallel }, worker))
  if (settings.auditLog !== null) reported(await tellRights(settings.auditLog, run, plays, settings))
  await api.http.close()
  const { passed, failed, notRun } = countsOf(outcomes.map(({ result }) => result))
  if (notRun > 0) console.log(`${notRun} not run`)
  console.log(`${passed} passed, ${failed} failed`)
  return exitCodeOf(outcomes)
}

process.exitCode = await main()

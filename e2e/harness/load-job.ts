import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotHere, type Stage } from '../scenarios/story.ts'
import { mount } from './manifest.ts'

/** Sets how many records arrive at a job, in records per second, from now on. */
export type SetLoad = (recordsPerSecond: number) => void

/** The job of `e2e/job`, where pods find it, and its load. */
export interface LoadJob {
  readonly jarURI: string
  /** Arguments of the job: its name, and where its load is read from. */
  readonly arguments: (jobName: string) => readonly string[]
  readonly setLoad: SetLoad
}

const source = join(import.meta.dirname, '..', 'job', 'LoadJob.java')

/** Compiles the job for the Flink of that folder. */
const compile = (flinkHome: string, jar: string): void => {
  const classes = mkdtempSync(join(tmpdir(), 'load-job-'))
  const libraries = join(flinkHome, 'lib')
  const classPath = readdirSync(libraries).filter(it => it.startsWith('flink-dist-')).map(it => join(libraries, it)).join(':')
  try {
    execFileSync('javac', ['-nowarn', '--release', '11', '-cp', classPath, '-d', classes, source], { stdio: 'pipe' })
    execFileSync('jar', ['--create', '--file', jar, '--main-class', 'LoadJob', '-C', classes, '.'], { stdio: 'pipe' })
  } finally {
    rmSync(classes, { recursive: true })
  }
}

const hasJava = (): boolean => {
  try {
    execFileSync('javac', ['-version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/** Puts the job where the pods of the stage's namespace find it, beside the file of its load. */
export const layOutLoadJob = (stage: Stage, load: number): LoadJob => {
  const { stateFolder, namespace, settings, version } = stage
  const flinkHome = settings.flinkHome[version]
  if (stateFolder === null) throw new NotHere('E2E_HOST_FOLDER is not set: the job and its load have to lie in the folder of the node')
  if (flinkHome === null) throw new NotHere(`no folder of a Flink ${version} is named (FLINK_HOME, FLINK2_HOME): the job can't be compiled`)
  if (!hasJava()) throw new NotHere("there is no javac: the job can't be compiled")
  mkdirSync(stateFolder, { recursive: true })
  // Flink's own user writes its checkpoints beside them
  chmodSync(stateFolder, 0o777)
  compile(flinkHome, join(stateFolder, 'load-job.jar'))
  const changes: string[] = []
  const setLoad: SetLoad = recordsPerSecond => {
    changes.push(`${Date.now()} ${recordsPerSecond}`)
    writeFileSync(join(stateFolder, 'load.part'), `${changes.join('\n')}\n`)
    renameSync(join(stateFolder, 'load.part'), join(stateFolder, 'load'))
  }
  setLoad(load)
  const inPod = `${mount}/${namespace}`
  return {
    jarURI: `local://${inPod}/load-job.jar`,
    arguments: jobName => ['--name', jobName, '--load', `${inPod}/load`],
    setLoad,
  }
}

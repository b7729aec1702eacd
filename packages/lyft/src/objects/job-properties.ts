import type { JobDefinition } from '../status/job-definition.ts'

type JobProperties = Omit<JobDefinition, 'allowNonRestoredState'>

/** The four properties of the job in the exact format that the hash includes (lyft-flinkapplication.md, section 3.2). */
export const jobProperties = ({ jarName, parallelism, entryClass, programArgs }: JobProperties): string =>
  `jarName: ${jarName}\nparallelism: ${parallelism}\nentryClass:${entryClass}\nprogramArgs:"${programArgs}"`

/** Parses such a string; null: it has another format. */
export const jobPropertiesIn = (text: string): JobProperties | null => {
  const [, jarName, parallelism, entryClass, programArgs] =
    /^jarName: (.*)\nparallelism: (\d+)\nentryClass:(.*)\nprogramArgs:"([^]*)"$/u.exec(text) ?? []
  return jarName === undefined || entryClass === undefined || programArgs === undefined ? null
    : { jarName, parallelism: Number(parallelism), entryClass, programArgs }
}

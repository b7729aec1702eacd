/** The public API of an entry point as one file of text, by API Extractor: what a change of it would do to its users is a diff. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import type { EntryPoint } from './entry-points.ts'

const silent = { default: { logLevel: ExtractorLogLevel.None } }

/** Text of the report, of what was built last. */
const reportText = ({ folder, types, report }: EntryPoint): string => {
  const temp = mkdtempSync(join(tmpdir(), 'api-'))
  try {
    const config = ExtractorConfig.prepare({
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: types,
        newlineKind: 'lf',
        compiler: { tsconfigFilePath: join(folder, 'tsconfig.json'), skipLibCheck: true },
        apiReport: { enabled: true, reportFileName: report, reportFolder: temp, reportTempFolder: join(temp, 'temp') },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: { extractorMessageReporting: silent, compilerMessageReporting: silent, tsdocMessageReporting: silent },
      },
      configObjectFullPath: undefined,
      packageJsonFullPath: join(folder, 'package.json'),
    })
    const result = Extractor.invoke(config, { localBuild: true, messageCallback: message => (message.handled = true) })
    if (!result.succeeded) throw new Error(`no API report of ${types}`)
    return readFileSync(join(temp, report), 'utf8')
  } finally {
    rmSync(temp, { recursive: true })
  }
}

/** Exports that a report tells without a docstring. Fields need none where their names say it all. */
export const undocumented = (report: string): readonly string[] =>
  [...report.matchAll(/^\/\/ @\w+ \(undocumented\)\nexport (?:declare |abstract )*\w+ (\w+)/gm)].map(([, name = '']) => name)

/** Where the report is kept, and what it has to be. */
export interface ApiReport {
  readonly path: string
  readonly text: string
  readonly isStale: boolean
  readonly undocumented: readonly string[]
}

export const apiReport = (entry: EntryPoint): ApiReport => {
  const folder = join(entry.folder, 'api')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, entry.report)
  const text = reportText(entry)
  return { path, text, isStale: !existsSync(path) || readFileSync(path, 'utf8') !== text, undocumented: undocumented(text) }
}

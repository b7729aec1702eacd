/**
 * `node --conditions=@flink-operator/source test/linear/run.ts`: every function and every field with a few texts each. The last line is
 * what takes too long, as JSON. A process of its own: what runs the tests looks at each module that they load, and takes longer for that
 * than the texts take.
 */
import { kindFields } from './kind-field.ts'
import { type SlowText, slowTexts, type Tried } from './slow-texts.ts'
import { textFunctions } from './text-function.ts'

/** Milliseconds of processor time for each, once one text was tried; `npm run fuzz -- --texts` takes as long as all texts need. */
const perFunction = 5
const perField = 15

const isOption = ({ name }: Tried): boolean => /flinkConfiguration\.[^*]/.test(name)

// lists and maps of many entries are made by few functions, and handed on by others: every second of those is tried
const functions = (await textFunctions()).filter(({ name }, at) => !name.endsWith('(many)') || at % 2 === 0)
// options are many, and read by a few readers
const fields = kindFields().filter((field, at) => !isOption(field) || at % 8 === 0)
const slow: readonly SlowText[] = [...slowTexts(functions, perFunction), ...slowTexts(fields, perField)]
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ functions: functions.length, fields: fields.length, seconds: (user + system) / 1_000_000, slow }))

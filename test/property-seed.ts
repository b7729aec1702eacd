/** One seed for a whole run, drawn here unless FC_SEED names one, and printed, so that any run, on a CI machine too, can be repeated. */
export default (): void => {
  if (process.env['FC_SEED_PRINTED']) return
  process.env['FC_SEED'] ||= String(Date.now() | 0)
  process.env['FC_SEED_PRINTED'] = 'yes'
  const { FC_SEED, FC_PATH, FC_RUNS } = process.env
  console.log(`properties: FC_SEED=${FC_SEED}${FC_PATH ? ` FC_PATH=${FC_PATH}` : ''}${FC_RUNS ? ` FC_RUNS=${FC_RUNS}` : ''}`)
}

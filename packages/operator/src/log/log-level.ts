const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** True for a valid value of `LOG_LEVEL`. */
export const isLogLevel = (text: string): boolean => levels.includes(text)

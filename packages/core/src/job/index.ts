/** What a driver tells of a job besides its status. */
export { jobExceptionEvents, lookBack, type ToldExceptions } from './told/job-exceptions.ts'

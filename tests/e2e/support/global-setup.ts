import startDatabaseServer from '../../support/global-setup.ts'

/** The same PostgreSQL server and template as the API tests'. */
export default startDatabaseServer

import { expect, test } from 'vitest'
import { statementOf } from './observe.ts'

test.each([
  ['select 1', 'select', undefined],
  ['(select id from users) union all select 2', 'select', 'users'],
  ['insert into "listings" (title) values ($1)', 'insert', 'listings'],
  ['update users as u set full_name = $1 where id = 7', 'update', 'users'],
  ['delete from pgboss.job where id = $1', 'delete', 'pgboss.job'],
  [
    'with old as (select id from uploads) delete from uploads where id in (select id from old)',
    'delete',
    'uploads',
  ],
  ['with gone as (delete from sessions returning 1) select count(*) from gone', 'delete', 'sessions'],
  ['with x as (select * from users for update) select * from x', 'select', 'users'],
  ['begin', 'begin', undefined],
  ['start transaction', 'begin', undefined],
  ["select set_config('statement_timeout', $1, false)", 'select', undefined],
  ['vacuum listings', 'other', undefined],
])('[OPS-METRICS] a statement is labelled with its kind and table: %s', (text, kind, table) => {
  expect(statementOf(text)).toEqual({ kind, table })
})

test('[OPS-METRICS] values never become names of metrics', () => {
  expect(statementOf(`select * from users where email = 'from secrets@example.com'`).table).toBe('users')
})

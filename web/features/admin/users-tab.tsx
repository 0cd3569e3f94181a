import type { AdminUser } from '#shared/contract/admin.ts'
import { api } from '#web/lib/api.ts'
import { AccountDialog } from './account-dialog.tsx'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, usersQuery } from './admin-url.ts'
import { banTexts } from './ban-texts.ts'
import { FilterSelect } from './filter-select.tsx'
import { ListFrame } from './list-frame.tsx'
import type { Why } from './listing-dialogs.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useRowMutations } from './row-mutations.ts'
import { Heads, Table } from './table.tsx'
import { Total } from './total.tsx'
import { useDialogTarget } from './use-dialog-target.tsx'
import { useFilters } from './use-filters.ts'
import { useList } from './use-list.ts'
import { UserRow } from './user-row.tsx'

export function UsersTab({ state }: { state: AdminState }) {
  const list = useList(usersQuery(state))
  const { data, isPlaceholderData } = list
  const acts = useRowMutations<AdminUser>()
  const dialogTarget = useDialogTarget<AdminUser>()
  const looking = useDialogTarget<AdminUser>()
  const filters = useFilters(state)
  const rows = acts.shown(data?.items ?? [])

  function setBanned(user: AdminUser, isBanned: boolean, why: Why) {
    dialogTarget.close()
    const endpoint = isBanned ? 'POST /api/admin/users/:id/ban' : 'POST /api/admin/users/:id/unban'
    void acts.act({
      rows: [user],
      change: (row) => ({ ...row, isBanned }),
      endpoint,
      call: () => api(endpoint, { params: { id: user.id }, body: { ...why } }),
      done: () => (isBanned ? 'User banned' : 'User unbanned'),
    })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <AdminSearch filters={filters} label="Search users" placeholder="Name, e-mail or #id" />
        <FilterSelect
          filters={filters}
          label="Status"
          name="status"
          options={[
            ['', 'All'],
            ['BANNED', 'Banned'],
          ]}
          className="max-md:flex-auto"
        />
        <FilterSelect
          filters={filters}
          label="Sort by"
          name="sort"
          options={[
            ['createdAt:desc', 'Newest first'],
            ['reports:desc', 'Most reported'],
          ]}
          className="max-md:flex-auto"
        />
        <Total total={data?.total} what="users" className="max-md:w-full" />
      </div>
      <ListFrame state={state} what="users" list={list} isEmpty={rows.length === 0}>
        <Table
          caption="Users"
          stale={isPlaceholderData}
          head={<Heads titles={['ID', 'Name', 'E-mail', 'Role', 'Status', 'Joined']} actions />}
        >
          {rows.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              {...acts.markOf(user.id)}
              onActivity={() => looking.ask(user)}
              onBan={() => dialogTarget.ask(user)}
              onUnban={() => dialogTarget.ask(user)}
            />
          ))}
        </Table>
      </ListFrame>
      {looking.render((user, dialog) => (
        <AccountDialog {...dialog} user={user} />
      ))}
      {dialogTarget.render((user, dialog) => (
        <ReasonDialog
          {...dialog}
          {...banTexts(user)}
          onConfirm={(reason, rule) => setBanned(user, !user.isBanned, { reason, rule })}
          confirmLabel={user.isBanned ? 'Unban' : 'Ban'}
          destructive={!user.isBanned}
          offersRules={!user.isBanned}
          hint="They get it by mail."
        />
      ))}
    </>
  )
}

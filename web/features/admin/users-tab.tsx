import { useId } from 'react'
import type { AdminUser } from '#shared/contract/admin.ts'
import type { RuleId } from '#shared/rules.ts'
import { api } from '#web/lib/api.ts'
import { AccountDialog } from './account-dialog.tsx'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, usersQuery } from './admin-url.ts'
import { FilterSelect } from './filter-select.tsx'
import { ListFrame } from './list-frame.tsx'
import type { Why } from './listing-dialogs.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useRowMutations } from './row-mutations.ts'
import { Heads, Table } from './table.tsx'
import { Total } from './total.tsx'
import { useDialogTarget } from './use-dialog-target.ts'
import { useList } from './use-list.ts'
import { useOptimisticAddress } from './use-optimistic-address.ts'
import { UserRow } from './user-row.tsx'

export function UsersTab({ state }: { state: AdminState }) {
  const list = useList(usersQuery(state))
  const { data, isPlaceholderData } = list
  const acts = useRowMutations<AdminUser>()
  const dialogTarget = useDialogTarget<AdminUser>()
  const looking = useDialogTarget<AdminUser>()
  const form = useId()
  const { shown, go } = useOptimisticAddress(state)
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
        <AdminSearch state={state} form={form} label="Search users" placeholder="Name, e-mail or #id" />
        <FilterSelect
          label="Status"
          name="status"
          form={form}
          value={shown.status ?? ''}
          options={[
            ['', 'All'],
            ['BANNED', 'Banned'],
          ]}
          onChoose={(status) => go({ status })}
          className="max-md:flex-auto"
        />
        <FilterSelect
          label="Sort by"
          name="sort"
          form={form}
          value={shown.sort ?? 'createdAt:desc'}
          options={[
            ['createdAt:desc', 'Newest first'],
            ['reports:desc', 'Most reported'],
          ]}
          onChoose={(sort) => go({ sort })}
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
              pending={acts.isPending(user.id)}
              failure={acts.failureOf(user.id)}
              onActivity={() => looking.ask(user)}
              onBan={() => dialogTarget.ask(user)}
              onUnban={() => dialogTarget.ask(user)}
            />
          ))}
        </Table>
      </ListFrame>
      {looking.about && (
        <AccountDialog
          key={`activity ${looking.time}`}
          user={looking.about}
          open={looking.open}
          onClose={looking.close}
        />
      )}
      {dialogTarget.about && (
        <BanDialog
          key={dialogTarget.time}
          user={dialogTarget.about}
          open={dialogTarget.open}
          onClose={dialogTarget.close}
          onConfirm={(reason, rule) =>
            dialogTarget.about &&
            setBanned(dialogTarget.about, !dialogTarget.about.isBanned, { reason, rule })
          }
        />
      )}
    </>
  )
}

interface BanDialogProps {
  user: AdminUser
  open: boolean
  onClose: () => void
  onConfirm: (reason: string | undefined, rule: RuleId | undefined) => void
}

function BanDialog({ user, ...dialog }: BanDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title={user.isBanned ? 'Unban User' : 'Ban User'}
      description={
        user.isBanned
          ? `${user.fullName} can sign in again, and their listings come back.`
          : `${user.fullName} is signed out everywhere and cannot come back; their listings leave the public pages.`
      }
      confirmLabel={user.isBanned ? 'Unban' : 'Ban'}
      destructive={!user.isBanned}
      offersRules={!user.isBanned}
      hint="They get it by mail."
    />
  )
}

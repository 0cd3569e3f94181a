import { useId } from 'react'
import type { AdminUser } from '#shared/contract/admin.ts'
import { api } from '#web/lib/api.ts'
import { AccountDialog } from './account-dialog.tsx'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, usersQuery } from './admin-url.ts'
import { ListFrame } from './list-frame.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useRowActs } from './row-acts.ts'
import { Heads, Table } from './table.tsx'
import { Total } from './total.tsx'
import { useAsking } from './use-asking.ts'
import { useList } from './use-list.ts'
import { UserRow } from './user-row.tsx'

export function UsersTab({ state }: { state: AdminState }) {
  const list = useList(usersQuery(state))
  const { data, isPlaceholderData } = list
  const acts = useRowActs<AdminUser>()
  const asking = useAsking<AdminUser>()
  const looking = useAsking<AdminUser>()
  const form = useId()
  const rows = acts.shown(data?.items ?? [])

  function setBanned(user: AdminUser, isBanned: boolean, reason: string | undefined) {
    asking.close()
    const request = { params: { id: user.id }, body: { reason } }
    void acts.act({
      rows: [user],
      change: (row) => ({ ...row, isBanned }),
      call: () =>
        isBanned
          ? api('POST /api/admin/users/:id/ban', request)
          : api('POST /api/admin/users/:id/unban', request),
      done: () => (isBanned ? 'User banned' : 'User unbanned'),
    })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <AdminSearch
          state={state}
          form={form}
          label="Search users"
          placeholder="Name, username, e-mail or #id"
        />
        <Total total={data?.total} what="users" />
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
              onBan={() => asking.ask(user)}
              onUnban={() => asking.ask(user)}
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
      {asking.about && (
        <BanDialog
          key={asking.time}
          user={asking.about}
          open={asking.open}
          onClose={asking.close}
          onConfirm={(reason) => asking.about && setBanned(asking.about, !asking.about.isBanned, reason)}
        />
      )}
    </>
  )
}

interface BanDialogProps {
  user: AdminUser
  open: boolean
  onClose: () => void
  onConfirm: (reason: string | undefined) => void
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
      hint="They get it by mail."
    />
  )
}

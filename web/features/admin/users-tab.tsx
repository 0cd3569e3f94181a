import { Ban, Flag, History, RotateCcw } from 'lucide-react'
import { Link } from 'wouter'
import type { AdminUser } from '#shared/contract/admin.ts'
import { api } from '#web/lib/api.ts'
import { shortDate } from '#web/lib/dates.ts'
import { pluralise, timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { useDialogTarget } from '#web/ui/use-dialog-target.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, adminPath, usersQuery } from './admin-url.ts'
import { FilterSelect } from './filters.tsx'
import { ListTable, useList } from './list-frame.tsx'
import { type ActionReason, banTexts, ReasonDialog } from './reason-dialog.tsx'
import { RowButton } from './row-button.tsx'
import { type RowMark, useRowMutations } from './row-mutations.ts'
import { actionsCell, cell, RowFailure, row } from './table.tsx'
import { momentOf } from './texts.ts'
import { Total } from './total.tsx'

export function UsersTab({ state }: { state: AdminState }) {
  const list = useList(usersQuery(state))
  const { data } = list
  const mutations = useRowMutations<AdminUser>()
  const dialogTarget = useDialogTarget<AdminUser>()
  const looking = useDialogTarget<AdminUser>()
  const rows = mutations.shown(data?.items ?? [])

  function setBanned(user: AdminUser, isBanned: boolean, why: ActionReason) {
    dialogTarget.close()
    const endpoint = isBanned ? 'POST /api/admin/users/:id/ban' : 'POST /api/admin/users/:id/unban'
    void mutations.run({
      rows: [user],
      change: (row) => ({ ...row, isBanned }),
      endpoint,
      call: () => api(endpoint, { params: { id: user.id }, body: { ...why } }),
      successText: () => (isBanned ? 'User banned' : 'User unbanned'),
    })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <AdminSearch label="Search users" placeholder="Name, e-mail or #id" />
        <FilterSelect
          label="Status"
          name="status"
          options={[
            ['', 'All'],
            ['BANNED', 'Banned'],
          ]}
          className="max-md:flex-auto"
        />
        <FilterSelect
          label="Sort by"
          name="sort"
          options={[
            ['createdAt:desc', 'Newest first'],
            ['reports:desc', 'Most reported'],
          ]}
          className="max-md:flex-auto"
        />
        <Total total={data?.total} exact={data?.exact} what="users" className="max-md:w-full" />
      </div>
      <ListTable
        caption="Users"
        what="users"
        list={list}
        titles={['ID', 'Name', 'E-mail', 'Role', 'Status', 'Joined']}
        actions
      >
        {rows.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            {...mutations.markOf(user.id)}
            onActivity={() => looking.ask(user)}
            onBan={() => dialogTarget.ask(user)}
            onUnban={() => dialogTarget.ask(user)}
          />
        ))}
      </ListTable>
      {looking.render((user, dialog) => (
        <AccountDialog {...dialog} user={user} />
      ))}
      {dialogTarget.render((user, dialog) => (
        <ReasonDialog
          {...dialog}
          {...banTexts(user)}
          onConfirm={(why) => setBanned(user, !user.isBanned, why)}
          confirmLabel={user.isBanned ? 'Unban' : 'Ban'}
          destructive={!user.isBanned}
          offersRules={!user.isBanned}
          hint="They get it by mail."
        />
      ))}
    </>
  )
}

interface UserRowProps extends RowMark {
  user: AdminUser
  onActivity: () => void
  onBan: () => void
  onUnban: () => void
}

function UserRow({ user, pending, failure, onActivity, onBan, onUnban }: UserRowProps) {
  const { id, fullName, username, email, role, isBanned, isLeaving, createdAt, activeListings, openReports } =
    user
  const now = useNow()
  const isAdmin = role === 'ADMIN'
  const ban = { of: fullName, shows: 'roomy', pending, className: 'lg:w-24' } as const
  return (
    <tr aria-busy={pending} className={row}>
      <td className={`${cell} text-muted tabular-nums md:whitespace-nowrap max-md:order-3 max-md:text-xs`}>
        <span className="md:hidden">#</span>
        {id}
      </td>
      <td className={`${cell} md:min-w-44 max-md:order-1 max-md:col-span-2`}>
        <div className="flex min-w-0 items-center gap-3">
          <Avatar url={user.avatarUrl} name={fullName} size={36} />
          <div className="min-w-0">
            <Link href={paths.user(id)} className="line-clamp-2 leading-6 font-semibold hover:underline">
              {fullName}
            </Link>
            <p className="relative flex flex-wrap items-center gap-x-2 text-xs text-muted">
              <span>@{username}</span>
              <Link
                href={adminPath({ tab: 'listings', sellerId: String(id) })}
                className="leading-6 underline decoration-line-strong underline-offset-2 hover:text-ink"
              >
                {isBanned || isLeaving
                  ? `${pluralise(activeListings, 'listing')}, not shown`
                  : pluralise(activeListings, 'active listing')}
                <span className="sr-only"> of {fullName}</span>
              </Link>
              {isLeaving && <span>Leaving</span>}
              {openReports > 0 && (
                <span className="inline-flex items-center gap-1 font-semibold text-danger">
                  <Flag size={12} />
                  {openReports} open {openReports === 1 ? 'report' : 'reports'}
                </span>
              )}
              {user.openListingReports > 0 && (
                <span className="inline-flex items-center gap-1 font-semibold text-danger">
                  <Flag size={12} />
                  {user.openListingReports} about listings
                </span>
              )}
            </p>
          </div>
        </div>
        <RowFailure {...failure} />
      </td>
      <td className={`${cell} wrap-anywhere md:min-w-32 max-md:order-2 max-md:col-span-3`}>
        <EmailText text={email} />
      </td>
      <td className={`${cell} md:whitespace-nowrap max-md:order-3 max-md:text-xs`}>
        <span className={isAdmin ? 'badge badge-accent' : 'text-muted'}>{isAdmin ? 'Admin' : 'User'}</span>
      </td>
      <td className={`${cell} max-md:order-1 max-md:self-start max-md:justify-self-end`}>
        <span className={isBanned ? 'badge border border-line-strong text-danger' : 'badge badge-brand'}>
          {isBanned ? 'Banned' : 'Active'}
        </span>
      </td>
      <td
        className={`${cell} text-muted max-lg:text-xs md:whitespace-nowrap max-md:order-3 max-md:justify-self-end`}
      >
        <time dateTime={createdAt} title={momentOf(createdAt)}>
          <span className="max-lg:hidden">{shortDate(createdAt)}</span>
          <span className="lg:hidden">{timeAgo(createdAt, now)}</span>
        </time>
      </td>
      <td className={`${cell} max-md:order-4 ${actionsCell}`}>
        <div className="flex gap-1.5 max-md:flex-wrap max-md:*:flex-1 md:justify-end">
          <RowButton
            Icon={History}
            label="Activity"
            of={`of ${fullName}`}
            shows="roomy"
            onClick={onActivity}
          />
          {isBanned ? (
            <RowButton {...ban} Icon={RotateCcw} label="Unban" onClick={onUnban} />
          ) : (
            !isAdmin && <RowButton {...ban} Icon={Ban} label="Ban" danger onClick={onBan} />
          )}
        </div>
      </td>
    </tr>
  )
}

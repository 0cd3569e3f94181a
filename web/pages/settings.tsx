import { AccessesSection } from '#web/features/settings/accesses-section.tsx'
import { AppearanceSection } from '#web/features/settings/appearance-section.tsx'
import { BlocksSection } from '#web/features/settings/blocks-section.tsx'
import { DataSection } from '#web/features/settings/data-section.tsx'
import { DeletionBanner, DeletionSection } from '#web/features/settings/deletion-section.tsx'
import { NotificationsSection } from '#web/features/settings/notifications-section.tsx'
import { PasswordPrompt } from '#web/features/settings/password-dialog.tsx'
import { PasswordSection } from '#web/features/settings/password-section.tsx'
import { PhoneSection } from '#web/features/settings/phone-section.tsx'
import { ProfileSection } from '#web/features/settings/profile-section.tsx'
import { SectionNav } from '#web/features/settings/section-nav.tsx'
import { SecuritySection } from '#web/features/settings/security-section.tsx'
import { SessionsSection } from '#web/features/settings/sessions-section.tsx'
import { useSettingsRead } from '#web/features/settings/use-settings.ts'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** /settings: the user's account. The route is for signed-in users only. */
export function Page() {
  const { data: settings, isFetching, refetch } = useSettingsRead()
  return (
    <div className="page pt-6 pb-16">
      <PageHead title="Settings" />
      <h1 className="mb-5 text-2xl font-extrabold sm:text-3xl">Settings</h1>
      {settings?.deletionDueAt && <DeletionBanner dueAt={settings.deletionDueAt} />}
      {settings ? (
        <NeedsScript what="Settings need">
          <div className="lg:grid lg:grid-cols-[14rem_minmax(0,44rem)] lg:gap-10">
            <SectionNav />
            <div className="space-y-5">
              <ProfileSection settings={settings} />
              <PhoneSection settings={settings} />
              <PasswordSection settings={settings} />
              <SecuritySection />
              <SessionsSection />
              <AccessesSection />
              <NotificationsSection settings={settings} />
              <BlocksSection />
              <AppearanceSection />
              <DataSection />
              <DeletionSection settings={settings} />
            </div>
            <LeaveGuard />
            <PasswordPrompt email={settings.email} />
          </div>
        </NeedsScript>
      ) : isFetching ? (
        <div
          className="space-y-5 lg:ml-[16.5rem] lg:max-w-[44rem]"
          role="status"
          aria-label="Loading the settings"
        >
          {/* On narrow screens the sections are a row of links above. */}
          <div className="skeleton h-11 rounded-full lg:hidden" />
          <div className="skeleton h-96" />
          <div className="skeleton h-48" />
          <div className="skeleton h-64" />
        </div>
      ) : (
        <LoadFailure onRetry={() => void refetch()} />
      )}
    </div>
  )
}

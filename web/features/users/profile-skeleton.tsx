export function ProfileSkeleton() {
  return (
    <div aria-busy className="page min-h-dvh py-8">
      <p className="sr-only" role="status">
        Loading the profile
      </p>
      <div className="card flex gap-5 p-6">
        <div className="skeleton size-24 rounded-full" />
        <div className="grow space-y-3">
          <div className="skeleton h-7 w-48" />
          <div className="skeleton h-5 w-64 max-w-full" />
          <div className="skeleton h-5 w-40" />
        </div>
      </div>
    </div>
  )
}

export function ProfileSkeleton() {
  return (
    <div className="page min-h-dvh py-8">
      <div className="skeleton h-44" role="status" aria-label="Loading the profile" />
    </div>
  )
}

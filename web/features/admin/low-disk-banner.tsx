import { HardDrive } from 'lucide-react'
import { formatBytes } from '#shared/bytes.ts'
import type { LowDisk } from '#shared/contract/admin.ts'

/** Shown at the top of the dashboard while a disk of the server is low or full. */
export function LowDiskBanner({ disk }: { disk: LowDisk }) {
  const { title, text } = wordsFor(disk)
  const styles = disk.state === 'full' ? 'bg-danger-soft' : 'bg-accent-soft text-accent-ink'
  return (
    <div role="status" className={`mb-4 flex gap-4 rounded-card p-4 sm:p-5 ${styles}`}>
      <HardDrive size={24} className={`shrink-0 ${disk.state === 'full' ? 'text-danger' : ''}`} />
      <div className="min-w-0">
        <p className="font-bold">{title}</p>
        <p>{text}</p>
        <p className="mt-1">
          The server's operator can delete old backups and logs, or give it a larger disk. Nothing has to be
          restarted.
        </p>
      </div>
    </div>
  )
}

function wordsFor({ disk, state, free, size, needed }: LowDisk): { title: string; text: string } {
  const room = `${formatBytes(free)} of ${formatBytes(size)} are free`
  const contents = disk === 'pictures' ? 'pictures' : 'anything'
  if (state === 'full')
    return {
      title:
        disk === 'pictures' ? 'The disk of the pictures is full' : 'The disk is full: Oja can only be read',
      text: `${room}. Nobody can save ${contents} until ${formatBytes(needed)} are.`,
    }
  return {
    title: disk === 'pictures' ? 'The disk of the pictures has little room' : 'The disk has little room',
    text: `${room}. Below ${formatBytes(needed)} nobody can save ${contents}.`,
  }
}

// Loaded before the server (`node --import`): each SIGUSR2 moves its clock to the next of CHAOS_CLOCK
// (seconds, comma-separated).
const shifts = (process.env.CHAOS_CLOCK ?? '0').split(',').map((seconds) => Number(seconds) * 1000)
const RealDate = Date
const realNow = Date.now
let index = 0

process.on('SIGUSR2', () => {
  index = (index + 1) % shifts.length
  console.log(`The clock is moved by ${shifts[index] / 1000} s.`)
})

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now())
    else super(...parts)
  }
}
RealDate.now = () => realNow() + shifts[index]

import type { State } from '#shared/nigeria.ts'
import type { Slug } from './goods.ts'

/** An invented person. */
export interface Person {
  fullName: string
  username: string
  email: string
  role: 'USER' | 'ADMIN'
  state: State
  lga: string
  bio: string
  /** 3D emoji of the avatar; without it the first letter of the name is shown. */
  face: string | null
  /** The categories that they sell in; empty for buyers. */
  sells: readonly Slug[]
  /** Months since they joined, plus up to the same number of days, at most 25. */
  months: number
  /** The average rating of their reviews, 1 to 5. */
  standing: number
}

const faces = {
  woman: '1f469-1f3fe',
  'dark woman': '1f469-1f3ff',
  'curly woman': '1f469-1f3fe-200d-1f9b1',
  'dark curly woman': '1f469-1f3ff-200d-1f9b1',
  'headscarf woman': '1f9d5-1f3fe',
  'dark headscarf woman': '1f9d5-1f3ff',
  'old woman': '1f475-1f3fe',
  man: '1f468-1f3fe',
  'dark man': '1f468-1f3ff',
  'curly man': '1f468-1f3fe-200d-1f9b1',
  'dark curly man': '1f468-1f3ff-200d-1f9b1',
  'bald man': '1f468-1f3ff-200d-1f9b2',
  'bearded man': '1f9d4-1f3fe',
  'dark bearded man': '1f9d4-1f3ff',
  'turbaned man': '1f473-1f3fe-200d-2642-fe0f',
  'dark turbaned man': '1f473-1f3ff-200d-2642-fe0f',
  'old man': '1f474-1f3ff',
  mechanic: '1f468-1f3fe-200d-1f527',
  cook: '1f469-1f3ff-200d-1f373',
  farmer: '1f468-1f3ff-200d-1f33e',
} as const

type Avatar = keyof typeof faces | 'letter'

/** Without an avatar (`letter`) the first letter of the name is shown. */
export function person(
  fullName: string,
  username: string,
  [state, lga]: [State, string],
  avatar: Avatar,
  sells: readonly Slug[],
  months: number,
  standing: number,
  bio: string,
): Person {
  const face = avatar === 'letter' ? null : faces[avatar]
  return {
    fullName,
    username,
    email: `${username}@example.com`,
    role: 'USER',
    state,
    lga,
    bio,
    face,
    sells,
    months,
    standing,
  }
}

/** The accounts for signing in to the demo; both have `demoPassword`. */
export const ada: Person = {
  ...person(
    'Ada Okonkwo',
    'ada',
    ['Lagos', 'Surulere'],
    'curly woman',
    ['fashion', 'furniture', 'books', 'electronics'],
    14,
    4.7,
    'Clearing my wardrobe and my bookshelf, one weekend at a time. Pick up in Surulere, or I send with a rider.',
  ),
}
export const admin: Person = {
  ...person(
    'Ireti Balogun',
    'oja_keeper',
    ['Oyo', 'Ibadan North'],
    'letter',
    [],
    30,
    5,
    'I look after the market.',
  ),
  email: 'admin@example.com',
  role: 'ADMIN',
}

export const buyers: readonly Person[] = [
  person('Uche Anyanwu', 'uche_a', ['Lagos', 'Oshodi-Isolo'], 'dark curly man', [], 7, 5, ''),
  person('Zainab Mohammed', 'zainab_m', ['Kaduna', 'Zaria'], 'headscarf woman', [], 1.5, 5, ''),
  person(
    'Dayo Ogundipe',
    'dayo_o',
    ['Oyo', 'Oyo East'],
    'letter',
    [],
    12,
    5,
    'Always looking for a good deal on cameras.',
  ),
  person('Ibinabo George', 'ibinabo', ['Rivers', 'Obio/Akpor'], 'woman', [], 9, 5, ''),
  person('Gambo Audu', 'gambo_audu', ['Bauchi', 'Bauchi'], 'letter', [], 1, 5, ''),
  person(
    'Chiamaka Ike',
    'chiamaka_i',
    ['Enugu', 'Nsukka'],
    'curly woman',
    [],
    0.5,
    5,
    'Student. My budget is my budget.',
  ),
  person('Efe Omoruyi', 'efe_o', ['Edo', 'Egor'], 'letter', [], 2, 5, ''),
  person('Rashidat Kareem', 'rashidat_k', ['Lagos', 'Ikorodu'], 'dark headscarf woman', [], 15, 5, ''),
  person('Tari Ebiowei', 'tari_e', ['Bayelsa', 'Yenagoa'], 'letter', [], 2, 5, ''),
  person('Bukola Fasanya', 'bukola_f', ['Ogun', 'Abeokuta South'], 'letter', [], 1.7, 5, ''),
  person('Yusuf Danladi', 'yusuf_danladi', ['Plateau', 'Jos North'], 'letter', [], 1.2, 5, ''),
  person('Nneka Obiora', 'nneka_obi', ['Anambra', 'Awka South'], 'letter', [], 0.8, 5, ''),
  person('Bilkisu Garba', 'bilkisu_g', ['Katsina', 'Katsina'], 'letter', [], 0.6, 5, ''),
  person(
    'Omolara Ajayi',
    'omolara_aj',
    ['Lagos', 'Kosofe'],
    'letter',
    [],
    0.3,
    5,
    'New here. Setting up my first flat.',
  ),
  person('Kelechi Okoro', 'kelechi_ok', ['Imo', 'Owerri Municipal'], 'letter', [], 0.1, 5, ''),
  person('Halima Sani', 'halima_sani', ['Kano', 'Fagge'], 'letter', [], 0, 5, ''),
]

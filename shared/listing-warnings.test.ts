import { describe, expect, test } from 'vitest'
import { descriptionWarnings, listingWarnings, titleWarnings } from './listing-warnings.ts'

const elsewhere = 'Electronics'

describe('[SPEC-W1] title warnings need 6 characters and a category', () => {
  test('no warning before', () => {
    expect(titleWarnings('', elsewhere)).toEqual([])
    expect(titleWarnings('Chair', elsewhere)).toEqual([])
    expect(titleWarnings('iPhone 13 Pro Max 256GB', undefined)).toEqual([])
    expect(titleWarnings('Office chair', 'Furniture')).toEqual([])
  })
  test('a word padded with spaces is too short', () => {
    expect(titleWarnings('  bag   ', 'Fashion')).toEqual(['Title is too short (minimum 6 characters).'])
  })
  test('80 characters are fine, 81 are too long', () => {
    expect(titleWarnings('a'.repeat(80), 'Other')).toEqual([])
    expect(titleWarnings('a'.repeat(81), 'Other')).toEqual(['Title is too long (maximum 80 characters).'])
  })
})

describe('[SPEC-W2] a phone outside "Phones & Tablets" gets a warning', () => {
  test('with the wording of the specification', () => {
    expect(titleWarnings('iPhone 13 Pro Max 256GB', elsewhere)).toEqual([
      'It looks like you entered a phone model, but this category isn\'t "Phones & Tablets." Please check your title.',
    ])
  })

  test.each([
    'iPhone 13 Pro Max 256GB',
    'iphone13promax clean UK used',
    'IPHONE XR 64GB 85% battery health',
    'iPhone XS Max',
    'iPhone SE 2020',
    'UK used iPhone-11, 128gb',
    'Samsung A14',
    'Samsung Galaxy S21 Ultra',
    'Samsung S24 Ultra 512GB',
    'Samsung Note 20',
    'Galaxy Z Flip 5',
    'Tecno Spark 10',
    'Tecno Camon 20 Premier',
    'TECNO POP 7 Pro',
    'Tecno T301',
    'Infinix Hot 40i',
    'Infinix Note 30 VIP',
    'infinix smart 8',
    'Itel A60',
    'itel 5026 torchlight',
    'Itel it2163',
    'Redmi Note 12',
    'Redmi 13C 8/256',
    'Xiaomi Poco X5',
    'Oppo Reno 8',
    'Oppo A57',
    'Vivo Y21',
    'Realme C55',
    'Nokia 3310',
    'Nokia C30',
    'Google Pixel 7a',
    'Huawei P30 lite',
    'Motorola Edge 40',
    'OnePlus Nord 3',
    'Sony Xperia 5',
    'BlackBerry Q10',
    'Gionee M7',
    'Clean Hot 40i for sale',
    'Camon 19 neat',
    '14 Pro Max, factory unlocked',
    'Neat Samsung 128GB dual sim',
    'Clean Tecno 64 GB 4 GB RAM',
  ])('%s', (title) => {
    expect(titleWarnings(title, elsewhere)).toEqual([listingWarnings.phoneElsewhere])
  })

  test.each([
    'Samsung 55 inch TV',
    'Samsung 55" Smart TV A80',
    'iPhone charger',
    'iPhone 13 charger',
    'iPhone 14 Pro Max case',
    'iPhone 12 pouch and screen guard',
    'Tecno Spark 10 screen',
    'iPhone 7 battery',
    'Oraimo power bank for iPhone 11',
    'Samsung Galaxy Tab A7 32GB',
    'Samsung Galaxy Watch 5',
    'Samsung Galaxy Buds 2',
    'Redmi Buds 4',
    'Samsung 500GB SSD',
    'Samsung 64GB memory card',
    'Infinix InBook X1 laptop 512GB',
    'Tecno Megabook T1 512GB',
    'HP EliteBook 840 16GB RAM 512GB',
    'PlayStation 5 1TB',
  ])('not for another device or an accessory: %s', (title) => {
    expect(titleWarnings(title, elsewhere)).toEqual([])
  })

  test.each([
    'Toyota Corolla 2010',
    'Chevrolet Spark 2010',
    'Chevrolet Spark 1.2 manual',
    '3 bedroom flat in Surulere',
    'Ankara gown, size 12',
    'Hot plate with 2 burners',
    'Smart shoes size 42',
    'Camp bed 10 pieces',
    'LG 1.5HP split unit',
    'Samsung double door, 300 litres',
    'Honor roll certificate printing',
    'Note books 10 pack',
    'Physics textbook SS3',
    'Ọjà adire fabric 5 yards',
  ])('not for what is no phone: %s', (title) => {
    expect(titleWarnings(title, elsewhere)).toEqual([])
  })

  test('not in a category for phones and tablets, whatever its case', () => {
    expect(titleWarnings('iPhone 13 Pro Max 256GB', 'Phones & Tablets')).toEqual([])
    expect(titleWarnings('iPhone 13 Pro Max 256GB', 'mobile phones and tablets')).toEqual([])
    expect(titleWarnings('iPhone 13 Pro Max 256GB', 'Phone repairs')).toEqual([
      listingWarnings.phoneElsewhere,
    ])
  })
})

describe('[SPEC-W3] description warnings', () => {
  test('no warning below 10 characters', () => {
    expect(descriptionWarnings('')).toEqual([])
    expect(descriptionWarnings('123456789')).toEqual([])
    expect(descriptionWarnings(`${' '.repeat(20)}short`)).toEqual([])
  })
  test('under 30 characters: more details', () => {
    expect(descriptionWarnings('Neat chair')).toEqual([
      'Please write a few more details about your item (at least 30 characters).',
    ])
    expect(descriptionWarnings('A neat chair for your parlour.')).toEqual([])
  })
  test('without a letter of any script: actual text', () => {
    expect(descriptionWarnings('🔥'.repeat(20))).toEqual([
      'Description should include actual text, not just emojis or special characters.',
    ])
    expect(descriptionWarnings('0803 000 0000 / 0805 000 0000 !!! ₦₦₦')).toEqual([listingWarnings.noLetters])
    expect(descriptionWarnings('هذا كرسي جميل جدا للبيت والمكتب الكبير')).toEqual([])
    expect(descriptionWarnings('Àga tó dára, tó sì lágbára, fún ilé rẹ.')).toEqual([])
  })
  test('more than 3 words, fewer than a third distinct: more varied details', () => {
    expect(descriptionWarnings('good good good good good good good')).toEqual([
      'Please provide more varied details about your item.',
    ])
    expect(descriptionWarnings('Good, GOOD. good! good; good? good')).toEqual([listingWarnings.sameWords])
    expect(descriptionWarnings('supercalifragilistic supercalifragilistic supercalifragilistic')).toEqual([])
    expect(descriptionWarnings('very neat sofa very neat sofa very neat sofa')).toEqual([])
    expect(descriptionWarnings('very neat sofa very neat sofa very neat sofa very')).toEqual([
      listingWarnings.sameWords,
    ])
  })
  test('several at once', () => {
    expect(descriptionWarnings('ok ok ok ok ok')).toEqual([
      listingWarnings.fewDetails,
      listingWarnings.sameWords,
    ])
  })
})

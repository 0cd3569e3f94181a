/** See ../goods.ts. */
export const furniture = {
  kinds: `
320000 | Sofa | L-shaped, 7 seater, 3 seater, sofa bed, 5 seater, Chesterfield, recliner, fabric
240000 | Dining table | 6 seater, 4 seater, marble, glass, with chairs, 8 seater
180000 | Bed frame | 6 by 6, 4 by 6, king size, upholstered, with drawers, wooden, queen size
95000 | Mattress | Vitafoam, Mouka, 6 by 6, 4.5 by 6, orthopaedic, Winco
65000 | Office chair | swivel, executive, mesh, ergonomic, recliner, visitor
140000 | Wardrobe | 3 doors, 4 doors, sliding, with mirror, wooden, metal
85000 | Centre table | glass, marble, wooden, set of stools, nested
110000 | TV stand | wooden, with shelves, glass, wall unit, 6ft
120000 | Office table | executive, 1.4m, L-shaped, with drawers, standing
45000 | Bookshelf | wooden, 5 layers, ladder, metal
30000 | Curtains | 3 panels, blackout, with rods, day and night blinds
55000 | Rug | centre, 6 by 9, shaggy, Turkish
70000 | Plastic chairs and tables | set of 6, for events, 100 pieces
160000 | Kitchen cabinet | complete, HDF, MDF, hanging
50000 | Shoe rack | 5 layers, wooden, with seat, metal
210000 | Dressing mirror | with drawers, full length, LED, wall
38000 | Bar stools | pair, adjustable, leather, set of 4
25000 | Wall clock and frames | set of 3, big, wooden, canvas
`,
  extras:
    'brown, grey, imported, local, Turkish, white, black, cream, with cushions, mahogany, HDF, leather, velvet, foldable, gold legs, ash, complete set',
  words:
    'wood, upholstery, fabric, leather, cushions, frame, imported, carpenter, made to order, foam, strong legs, glass top, marble, drawers, finishing, colour of choice, delivery and fixing, living room, bedroom, office use, space saving, relocating, moving out, smoke free home, comfortable, seater, inches, metal, polish, durable, stain, washable, set, hotel, lounge, interior decor, HDF, spray, mirror, storage, assembled, showroom, throw pillows',
}

import type { Section } from './section';

export const rules: Section[] = [
  {
    title: 'Board and stones',
    rules: [
      ['D1', 'Two players, White and Black. Each has nine stones: four vines (V), three waters (W) and two fires (F).'],
      [
        'D2',
        'The arena is a ring of 24 segments, numbered clockwise. A segment holds two stones at most, one on its ' +
          'inner and one on its outer place. Segments 4, 8, 12, 16, 20 and 24 are corners.',
      ],
      [
        'D3',
        'Each player has three entries, numbered 1 to 3. Black’s are segments 1, 2, 3. White’s are 15, 14, 13 on ' +
          'the mirrored board, and 13, 14, 15 on the rotated one.',
      ],
      [
        'D4',
        'Black moves clockwise, to higher numbers; White moves the other way. After 24 comes 1, and after 1 comes 24.',
      ],
      [
        'D5',
        'Every corner has a type. Mirrored: 4 and 12 vine, 8 and 20 water, 16 and 24 fire. Rotated: 4 and 16 ' +
          'vine, 8 and 20 water, 12 and 24 fire; this favours White a little.',
      ],
      [
        'D6',
        'At the start each player has a vine on the inner place of each own entry. The fourth vine, the waters ' +
          'and the fires lie in the tray. The tray holds stones still to be recruited, the mat recruited stones ' +
          'that wait to enter.',
      ],
      ['D7', 'An option says who begins, or the first player is drawn.'],
    ],
  },
  {
    title: 'A turn',
    rules: [
      [
        'D8',
        'Roll two dice and use them one after the other, in the order you like. Each die moves one stone by ' +
          'exactly its number, or brings one stone in. Both may go to the same stone, but the first is settled ' +
          'completely before the second begins.',
      ],
      [
        'D9',
        'A stone can move if it is alone on its segment or is the outer one of two. The inner one is held: under ' +
          'a stone of its own side it cannot move at all; under an opposing vine it is entangled and can only ' +
          'escape (D14).',
      ],
      [
        'D10',
        'Landing. On two stones: not allowed, but they may be passed over. On an empty segment: take the inner ' +
          'place. On one of your own stones: take the outer place and hold it. On one opposing stone: the power ' +
          'acts. Vine: goes to the outer place and entangles it. Water: sends it back to its owner’s tray and ' +
          'takes the inner place. Fire: destroys it for good and takes the inner place.',
      ],
      ['D11', 'When one of a pair goes away, the other is free, and its place is the inner one.'],
      [
        'D12',
        'Recruiting: when a move ends on a corner, the landing is carried out first; then one stone of the ' +
          'corner’s type goes from your tray to your mat, if there is one. This can happen with each die.',
      ],
      [
        'D13',
        'Entering: a die that shows 1, 2 or 3 may put a stone of your choice from the mat on your entry of that ' +
          'number. It lands there like any other stone.',
      ],
      [
        'D14',
        'Escape: an entangled stone may move by the smaller die, and this spends both dice. It is possible only ' +
          'while no die has been used.',
      ],
      [
        'D15',
        'Whoever can use a die must use it. The order is free, even if the second die is lost by it. Without any ' +
          'action the turn passes.',
      ],
    ],
  },
  {
    title: 'End',
    rules: [
      [
        'D16',
        'You win at once when your opponent has lost a whole type to destruction (four vines, three waters or ' +
          'two fires), or has nothing left in the arena and nothing on the mat. Stones in the tray do not help.',
      ],
      ['D17', 'No game is drawn. Giving up and clocks are matters of the table.'],
    ],
  },
];

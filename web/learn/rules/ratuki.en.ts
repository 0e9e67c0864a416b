import type { Section } from './section';

export const rules: Section[] = [
  {
    title: 'Cards',
    rules: [
      [
        'R1',
        'Everyone has a deck of 35 cards in a colour of their own: 7 ones, 8 twos, 8 threes, 5 fours, 5 fives ' +
          'and 2 wilds.',
      ],
      [
        'R2',
        'Ranks 1 to 5 are printed as a number, a die, a word, a Roman numeral or a hand. The style makes no ' +
          'difference.',
      ],
      ['R3', 'A card’s code is its rank and the first letter of its style: 3d is a three shown as a die. A wild is *.'],
    ],
  },
  {
    title: 'Play',
    rules: [
      [
        'R4',
        'Everyone shuffles, takes three cards from the draw pile, and at the signal all play together. There are ' +
          'no turns.',
      ],
      ['R5', 'In the middle there are places for stacks, as many as there are players.'],
      ['R6', 'Start: lay a 1 from your hand into a free place. The lowest free one is used.'],
      [
        'R7',
        'Play: lay a card on a stack that it fits. A 1 fits on a 2; a 2 on a 1 or 3; a 3 on a 2 or 4; a 4 on a ' +
          '3; a 5 on a 4; a wild on anything.',
      ],
      [
        'R8',
        'Whoever plays a 5 or a wild takes the whole stack as scored cards, and its place is free again. A wild ' +
          'cannot open a stack.',
      ],
      ['R9', 'Discard: lay a card face down on your own discard pile. With an empty draw pile this is not possible.'],
      [
        'R10',
        'After every action the hand is filled up to three. When the draw pile runs out, the discard pile takes ' +
          'its place as it lies.',
      ],
      [
        'R11',
        'One hand, one card at a time: between two of your actions a short time must pass (option “hand”). OUT ' +
          'is exempt. A table can let a beginner off this rule: then only the time of a tie must pass.',
      ],
    ],
  },
  {
    title: 'Ties',
    rules: [
      [
        'R12',
        'A play is pending for a moment (option “tie”). If another player’s card that also fits the same top ' +
          'comes within it, there is a tie: all those cards go to their owners’ discard piles, and the stack stays ' +
          'as it was.',
      ],
      ['R13', 'Opening a stack never ties. A card that comes too late either fits the new top or returns to the hand.'],
    ],
  },
  {
    title: 'End and scoring',
    rules: [
      [
        'R14',
        'OUT: if your draw pile is empty and none of your cards is pending, you may stop the round whenever you like.',
      ],
      [
        'R15',
        'A round also stops when no card anywhere can be played, when nobody has played or discarded for a while ' +
          '(option “idle”), or when for ten times as long there were only discards.',
      ],
      [
        'R16',
        'One point for each card you scored, minus one for each card left in your draw and discard piles. Cards ' +
          'in hand and in the middle count for nobody.',
      ],
      [
        'R17',
        'Points add up. When somebody has reached the target (100), the highest total wins; after a tie one more ' +
          'round is played. The match also ends after two rounds running in which nobody played a card.',
      ],
    ],
  },
];

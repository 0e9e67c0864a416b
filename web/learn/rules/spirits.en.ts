import type { Section } from './section';

export const rules: Section[] = [
  {
    title: 'Cards',
    rules: [
      [
        'S1',
        '28 cards, 14 for each clan, Yellow and Red. A clan has five cards of power 1 with the values 3 to 7; ' +
          'one card each of power 2, 3, 4, 5 and 6, all of value 1; the multipliers ×1, ×2 and ×3; and one fusion. ' +
          'Power wins tricks, value makes points.',
      ],
      [
        'S2',
        'The back of a card shows its clan. So anyone may count the Yellow and the Red cards in a hand, but not ' +
          'see which they are.',
      ],
      [
        'S3',
        'A card’s code is its clan, power and value: R17 is Red, power 1, value 7. YX2 is Yellow’s ×2, YFU its fusion.',
      ],
    ],
  },
  {
    title: 'Four players',
    rules: [
      ['S4', 'Seats 1 and 3 are the Yellow team, seats 2 and 4 the Red team; partners sit opposite each other.'],
      [
        'S5',
        'All cards are dealt, seven to each seat. The first dealer is drawn, then the deal passes to the left. ' +
          'An option says who leads the first trick: the seat to the dealer’s left, the dealer, or a player’s seat ' +
          'that is drawn before every deal.',
      ],
      [
        'S6',
        'The leader begins, and clockwise each seat gets one card in front of it. What lies in front of a seat ' +
          'is always of that seat’s clan. After seven tricks the round is over.',
      ],
      [
        'S7',
        'On your turn, play a card of your clan from your hand, or ask another seat for one: your partner or an ' +
          'opponent, anyone who holds one. Whoever is asked must play such a card in front of you and chooses ' +
          'which. You may ask even if you have one yourself, so hands shrink unevenly.',
      ],
      [
        'S8',
        'Without a fusion the strongest card wins the trick for the seat in front of which it lies; of equal ' +
          'cards the first. Multipliers have power 0. The winner’s team captures the cards and those carried over; ' +
          'the winning seat leads next.',
      ],
      [
        'S9',
        'With a fusion a trick has no winner yet: its cards are carried over to the winner of the next trick. ' +
          'The seat with the fusion in front of it leads; with both fusions, the one played first.',
      ],
      [
        'S10',
        'If the round’s last trick has a fusion, its cards and all cards carried over are discarded and score ' +
          'for nobody.',
      ],
      [
        'S11',
        'A team’s points are a product: the total value of all it captured, times the total of its own clan’s ' +
          'multipliers that it captured. Without one of them it is 0.',
      ],
      [
        'S12',
        'Points add up. When a team has reached the target (500) after a round, the higher total wins; if they ' +
          'are equal, one more round is played.',
      ],
    ],
  },
  {
    title: 'Two players',
    rules: [
      [
        'S13',
        'One player is Yellow, the other Red. Each has 14 cards in seven columns, a face-up card on a face-down ' +
          'one. Nobody sees a face-down card, only its clan.',
      ],
      ['S14', 'By option all cards are shuffled together, or each player gets seven of each clan.'],
      ['S15', 'A trick is four cards: leader, other, leader, other. S8 to S11 hold.'],
      [
        'S16',
        'Play a face-up card of your clan, or ask the opponent, who must play a face-up card of your clan in ' +
          'front of you and chooses which. When a face-up card is played, the one under it is turned up.',
      ],
      [
        'S17',
        'By option, a face-down card may be played when that side shows none of the needed clan, or only when ' +
          'neither side does. Its owner picks the column; the cover stays.',
      ],
      ['S18', 'The players take turns to deal. The lead goes by the same option as in S5.'],
    ],
  },
  {
    title: 'Three players',
    rules: [
      [
        'S19',
        'The fourth seat is the ghost, Red, with its cards face up. The player in seat 2 is Red and alone with ' +
          'the ghost; seats 1 and 3 are Yellow.',
      ],
      [
        'S20',
        'The Red player decides for the ghost: which card it plays when asked, and on its own turn whether it ' +
          'plays or asks anyone, even the Red player’s own hand.',
      ],
      ['S21', 'When the Red player’s seat is asked, the card comes from that hand, never from the ghost’s.'],
      ['S22', 'The Red player deals. The lead goes by the option of S5; the ghost’s seat is never drawn.'],
      ['S23', 'Points are kept for each player: both Yellow players get Yellow’s points, the Red player gets Red’s.'],
      ['S24', 'After each round the players change places, to the left or to the right by option; the ghost stays.'],
      [
        'S25',
        'When somebody has reached the target after a round, most points win; if the best are equal, one more ' +
          'round is played.',
      ],
    ],
  },
];

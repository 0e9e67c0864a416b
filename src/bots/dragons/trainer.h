#pragma once
// Learning by self-play: games are played with the net as it is, then each position is moved
// towards what came of it (the lambda-return of temporal differences). The same seed gives the same
// weights, however the games of a batch are shared out.

#include <cstdint>
#include <vector>

#include "bots/dragons/learning_net.h"

namespace hotaka::bots {

struct Lesson {
  Features features;
  float chance = 0;  // what the net thought
};
using LessonGame =
    std::vector<Lesson>;  // one for each turn, by turns for both sides; the last mover has won

// Plays one game of the net against itself, one turn ahead. Options vary from game to game.
LessonGame play_lesson(const LearningNet& net, std::uint64_t seed);

// Learns a game from its end to its beginning; returns the mean squared error before.
float learn_game(LearningNet& net, const LessonGame& game, float rate);

}  // namespace hotaka::bots
